#version 330 core
in float level;
out vec4 colour;
uniform vec4 line_colour; // premultiplied
uniform float opacity;
uniform sampler2D colour_map;
uniform int map_row;
// The last texel is the colour of what lies above the range.
vec3 mapped_colour(float place) {
    return place > 1.0005 ? texelFetch(colour_map, ivec2(256, map_row), 0).rgb
                          : texture(colour_map, (vec2(min(place, 1.0) * 255.0, map_row) + 0.5) /
                                                    vec2(textureSize(colour_map, 0))).rgb;
}

void main() {
    if (level < 0.0) {
        colour = line_colour;
    } else {
        colour = vec4(mapped_colour(level), 1.0) * opacity;
    }
}
