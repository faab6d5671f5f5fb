// Soft shadows that harden towards contact: the distance to what casts the shadow says how wide its edge is
// (Fernando, Percentage-Closer Soft Shadows, 2005). SOFT samples the shadow map anew for every pixel; without it, the map
// has been blurred once for all of them.
uniform float shadow_strength; // 0 = none
uniform float shadow_reach;    // width of an edge per difference of depth, in the map's coordinates
#ifdef SOFT
uniform highp sampler2DShadow shadow_map;
uniform highp sampler2D shadow_depth; // the same texture, without comparison
uniform int shadow_samples;           // of the filter
uniform vec2 shadow_disk[40];         // spread over the unit disk
uniform vec2 shadow_origin;           // of this part in the picture [px]
uniform float shadow_bias;            // in the map's depth, for a surface that faces the light
#else
uniform sampler2D shadow_near;   // blurred by soften.frag, for edges close to what casts them
uniform sampler2D shadow_far;    // and for those far from it
uniform vec2 shadow_warp;        // as in soften.frag
uniform float shadow_far_reach;  // half the width of an edge in shadow_far, in the map's coordinates
#endif

bool is_outside(vec3 p) { return shadow_strength == 0.0 || any(greaterThan(abs(p - 0.5), vec3(0.5))); }

// Share of the key light that reaches a point of the map. `slope`: tangent of the angle between surface and light.
float lit(vec3 p, float slope) {
    if (is_outside(p)) {
        return 1.0;
    }
#ifndef SOFT
    vec2 near = texture(shadow_near, p.xy).rg;
    float light = 1.0 - near.g + min(near.r * exp(0.1 - shadow_warp.x * p.z - shadow_warp.y), near.g);
    return mix(1.0, light, shadow_strength);
#else
    float bias = shadow_bias * (1.0 + 2.0 * slope);
    const float widest = 0.055; // of an edge, in the map's coordinates
    // Turned from pixel to pixel (Jimenez, Next Generation Post Processing in Call of Duty, 2014): a grain finer than the
    // steps that the few samples would leave.
    vec2 pixel = gl_FragCoord.xy + shadow_origin;
    float turn = 6.2831853 * fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
    mat2 spin = mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
    float sum = 0.0;
    float count = 0.0;
    for (int i = 0; i < shadow_samples; i += 2) {
        vec2 offset = spin * shadow_disk[i] * widest;
        float depth = texture(shadow_depth, p.xy + offset).r;
        if (depth < p.z - bias - length(offset) * 0.17 * slope) {
            sum += depth;
            count += 1.0;
        }
    }
    if (count == 0.0) {
        return 1.0;
    }
    float radius = clamp((p.z - sum / count) * shadow_reach, 0.0012, widest);
    float light = 0.0;
    for (int i = 0; i < shadow_samples; ++i) {
        vec2 offset = spin * shadow_disk[i] * radius;
        light += texture(shadow_map, vec3(p.xy + offset, p.z - bias - length(offset) * 0.17 * slope));
    }
    // Few hits are a guess, which differs from pixel to pixel.
    return mix(1.0, light / float(shadow_samples), shadow_strength * min(count / 4.0, 1.0));
#endif
}

// The same on the floor, below everything that casts a shadow.
float lit_floor(vec3 p) {
#ifndef SOFT
    if (is_outside(p)) {
        return 1.0;
    }
    vec2 near = texture(shadow_near, p.xy).rg;
    vec2 far = texture(shadow_far, p.xy).rg;
    float depth = (log(max(far.r, 1e-8) / max(far.g, 1e-4)) - shadow_warp.y) / shadow_warp.x; // of what hides the light
    float width = clamp((p.z - depth) * shadow_reach / shadow_far_reach, 0.0, 1.0);
    return mix(1.0, 1.0 - mix(near.g, far.g, width), shadow_strength);
#else
    return lit(p, 0.0);
#endif
}
