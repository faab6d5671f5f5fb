// How much of the sky's and of the key light reaches a fragment. SOFT takes it from occlusion.frag.
#ifdef SOFT
uniform sampler2D occlusion;    // red: share of the sky that is seen; green: of the key light
uniform vec4 occlusion_place;   // from pixels to its own: scale, offset

// Weighed over the pixels around that lie at this depth: at an edge some belong to something else. Where none does, as
// before a ghost, `usual`.
vec2 surroundings(vec2 usual) {
    vec2 place = gl_FragCoord.xy * occlusion_place.xy + occlusion_place.zw - 0.5;
    ivec2 first = ivec2(floor(place));
    vec2 part = place - vec2(first);
    ivec2 last = textureSize(occlusion, 0) - 1;
    float here = distance_of(gl_FragCoord.z);
    float near = 0.003 * here + 1.5 * fwidth(here) / occlusion_place.x;
    vec2 sum = 1e-4 * usual;
    float weight = 1e-4;
    int end = occlusion_place.x < 1.0 ? 2 : 1; // a weight is 0 where pixels lie over each other
    for (int y = -1; y <= end; ++y) {
        for (int x = -1; x <= end; ++x) {
            vec2 away = max(1.5 - abs(vec2(x, y) - part), vec2(0.0));
            ivec2 there = clamp(first + ivec2(x, y), ivec2(0), last);
            float w = away.x * away.y * step(abs(distance_at(there) - here), near);
            sum += w * texelFetch(occlusion, there, 0).rg;
            weight += w;
        }
    }
    return sum / weight;
}
#endif
