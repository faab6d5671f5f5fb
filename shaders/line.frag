#version 330 core
in float level;
out vec4 colour;
uniform vec4 line_colour; // premultiplied
uniform float opacity;
uniform sampler2D colour_map;
void main() {
    if (level < 0.0) {
        colour = line_colour;
    } else {
        colour = vec4(texture(colour_map, vec2((clamp(level, 0.0, 1.0) * 255.0 + 0.5) / 256.0, 0.5)).rgb, 1.0) * opacity;
    }
}
