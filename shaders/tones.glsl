// Converts linear light to the screen: background, tone mapping, sRGB.
uniform vec3 bottom;  // colour of the background at the bottom, linear: the floor far away
uniform vec3 horizon; // colour at the horizon, where the floor meets the wall
uniform vec3 top;
uniform vec2 skyline; // slope of the view ray in the picture's middle, and its change over half of the picture's height

// Colour of the background at a row of the whole picture, in [0, 1].
vec3 background(float row) {
    float height = skyline.x + skyline.y * (2.0 * row - 1.0);
    return mix(mix(bottom, horizon, smoothstep(-0.30, 0.03, height)), top, smoothstep(0.0, 0.55, height));
}

vec3 encode(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(vec3(0.0031308), c));
}

// Tone mapping as on film: colours whose largest channel is above `knee` approach white smoothly. Other colours are
// unchanged, so that a colour of the map can be compared with the colour bar (after Khronos' PBR Neutral, 2024).
vec3 film(vec3 c) {
    const float knee = 0.76;
    float peak = max(c.r, max(c.g, c.b));
    if (peak <= knee) {
        return c;
    }
    float room = 1.0 - knee;
    float mapped = 1.0 - room * room / (peak + room - knee);
    float pale = 1.0 - 1.0 / (0.15 * (peak - mapped) + 1.0);
    return mix(c * (mapped / peak), vec3(mapped), pale);
}
