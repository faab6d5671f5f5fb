uniform sampler2D colour_map;
uniform int colour_row; // of the theme and the kind of quantity

// The last texel of a row is the colour of what lies above the range.
vec3 mapped_colour(float place) {
    float x = clamp(place, 0.0, 1.0) * 255.0;
    int left = min(int(x), 254);
    vec3 inside = mix(texelFetch(colour_map, ivec2(left, colour_row), 0).rgb,
                      texelFetch(colour_map, ivec2(left + 1, colour_row), 0).rgb, x - float(left));
    // The border is where the value is, in every fragment, and a pixel wide.
    float above = clamp((place - 1.0005) / max(fwidth(place), 1e-5) + 0.5, 0.0, 1.0);
    return mix(inside, texelFetch(colour_map, ivec2(256, colour_row), 0).rgb, place <= 1.0 ? 0.0 : above);
}
