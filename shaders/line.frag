// Colours a line with soft edges.
in vec4 ink;
in float mapped;
in float across;
in float half_width;
out vec4 colour;

void main() {
    float edge = clamp((1.0 - abs(across)) * half_width, 0.0, 1.0);
    vec3 rgb = mapped > 0.5 ? mapped_colour(ink.r) : ink.rgb;
    colour = vec4(rgb, 1.0) * (ink.a * edge); // premultiplied by the opacity
}
