// Shares of the sky and of the key light that reach a fragment, with SOFT: read from occlusion.frag's result.
#ifdef SOFT
uniform sampler2D occlusion;    // red: visible share of the sky; green: share of the key light; blue and alpha: depth
uniform vec4 occlusion_place;   // from fragment coordinates to texels of `occlusion`: scale, offset

// Interpolates the four texels around the fragment, using only texels at the fragment's depth: at an edge the others
// belong to another surface. If hardly any of the four is at this depth, uses sixteen texels. If none of the sixteen
// is, as on a ghost, which the occlusion's depth does not contain, returns `usual`.
vec2 surroundings(vec2 usual) {
    vec2 place = gl_FragCoord.xy * occlusion_place.xy + occlusion_place.zw - 0.5;
    ivec2 first = ivec2(floor(place));
    vec2 part = place - vec2(first);
    ivec2 last = textureSize(occlusion, 0) - 1;
    float here = code_of(distance_of(gl_FragCoord.z));
    float near = code_of_change(0.003) + 1.5 * fwidth(here) / occlusion_place.x;
    vec2 sum = vec2(0.0);
    float weight = 0.0;
    for (int y = 0; y < 2; ++y) {
        for (int x = 0; x < 2; ++x) {
            vec2 away = 1.0 - abs(vec2(x, y) - part);
            vec4 there = texelFetch(occlusion, clamp(first + ivec2(x, y), ivec2(0), last), 0);
            float w = away.x * away.y * step(abs(code_in(there.ba) - here), near);
            sum += w * there.rg;
            weight += w;
        }
    }
    int rows = weight < 0.2 ? 4 : 0; // a loop that runs zero times costs nothing
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < 4; ++x) {
            vec2 away = 1.5 - min(abs(vec2(x, y) - 1.0 - part), vec2(1.5));
            vec4 there = texelFetch(occlusion, clamp(first + ivec2(x, y) - 1, ivec2(0), last), 0);
            float w = away.x * away.y * step(abs(code_in(there.ba) - here), near);
            sum += w * there.rg;
            weight += w;
        }
    }
    return (sum + 1e-4 * usual) / (weight + 1e-4);
}
#endif
