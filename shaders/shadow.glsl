// Without SOFT: the share of the key light that reaches a fragment, from shadow maps that are blurred once per picture.
// With SOFT, studio.glsl provides this share.
uniform float shadow_strength; // 0 = no shadows
#ifndef SOFT
uniform float shadow_reach;    // width of a shadow's edge per difference of depth, in the map's coordinates
uniform sampler2D shadow_near;   // blurred by soften.frag, for edges near the object that casts them
uniform sampler2D shadow_far;    // blurred more, for edges far from it
uniform vec2 shadow_warp;        // scale and offset of the depth in the exponent; `warp` of soften.frag
uniform float shadow_far_reach;  // half the width of an edge in shadow_far, in the map's coordinates

bool is_outside(vec3 p) { return shadow_strength == 0.0 || any(greaterThan(abs(p - 0.5), vec3(0.5))); }

// Share of the key light at a point of the map.
float lit(vec3 p) {
    if (is_outside(p)) {
        return 1.0;
    }
    vec2 near = texture(shadow_near, p.xy).rg;
    float light = 1.0 - near.g + min(near.r * exp(0.1 - shadow_warp.x * p.z - shadow_warp.y), near.g);
    return mix(1.0, light, shadow_strength);
}

// Share of the key light at a point of the floor, which is below everything that casts a shadow.
float lit_floor(vec3 p) {
    if (is_outside(p)) {
        return 1.0;
    }
    vec2 near = texture(shadow_near, p.xy).rg;
    vec2 far = texture(shadow_far, p.xy).rg;
    // Mean depth of the objects that cast the shadow.
    float depth = (log(max(far.r, 1e-8) / max(far.g, 1e-4)) - shadow_warp.y) / shadow_warp.x;
    float width = clamp((p.z - depth) * shadow_reach / shadow_far_reach, 0.0, 1.0);
    return mix(1.0, 1.0 - mix(near.g, far.g, width), shadow_strength);
}
#endif
