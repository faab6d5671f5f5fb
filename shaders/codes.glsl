// Stands after a fragment shader whose main() is called shade(), and makes codes for the screen of its light.
uniform vec2 picture_size; // [px]

void main() {
    shade();
    vec3 light = film(colour.rgb / max(colour.a, 1e-4));
#ifdef GROUND
    // Only the background lies behind: mixed in linear light. What has faded away still lets through what is drawn.
    light = mix(background(gl_FragCoord.y / picture_size.y), light, colour.a);
    colour.a = min(4.0 * colour.a, 1.0);
#endif
    colour = vec4(encode(light), 1.0) * colour.a;
}
