// The colour of a position in the colour map.
uniform sampler2D colour_map; // fine enough to use the nearest texel
uniform int colour_row;       // row of the theme and the map
uniform vec3 above_range;     // colour for values above the range

vec3 mapped_colour(float place) {
    int last = textureSize(colour_map, 0).x - 1;
    int texel = int(clamp(place, 0.0, 1.0) * float(last) + 0.5);
    vec3 inside = texelFetch(colour_map, ivec2(texel, colour_row), 0).rgb;
    // The border of the range is computed per fragment, at the exact value and one pixel wide.
    float above = clamp((place - 1.0005) / max(fwidth(place), 1e-5) + 0.5, 0.0, 1.0);
    return mix(inside, above_range, place <= 1.0 ? 0.0 : above);
}
