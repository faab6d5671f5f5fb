// Follows a fragment shader whose main() was renamed to shade(), and converts its light to sRGB codes.
uniform vec2 picture_size; // [px]

void main() {
    shade();
    vec3 light = film(colour.rgb / max(colour.a, 1e-4));
#ifdef GROUND
    // Only the background is behind the ground, so both are mixed in linear light. Faded ground stays translucent for
    // bodies drawn later.
    light = mix(background(gl_FragCoord.y / picture_size.y), light, colour.a);
    colour.a = min(4.0 * colour.a, 1.0);
#endif
    colour = vec4(encode(light), 1.0) * colour.a;
}
