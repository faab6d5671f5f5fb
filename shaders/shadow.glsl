// Soft shadows that harden towards contact (Fernando, Percentage-Closer Soft Shadows, 2005): the distance to what
// casts the shadow says how wide its edge is.
uniform highp sampler2DShadow shadow_map;
uniform highp sampler2D shadow_depth; // the same texture, without comparison
uniform float shadow_strength;        // 0 = none
uniform int shadow_samples;           // of the filter, where it is SOFT; else one look-up
uniform vec2 shadow_disk[40];         // spread over the unit disk
uniform vec2 shadow_origin;           // of this part in the picture [px]
uniform float shadow_reach;           // width of an edge per difference of depth, in the map's coordinates
uniform float shadow_bias;            // in the map's depth, for a surface that faces the light

// Share of the key light that reaches a point of the map. `slope`: tangent of the angle between surface and light.
float lit(vec3 p, float slope) {
    if (shadow_strength == 0.0 || any(greaterThan(abs(p - 0.5), vec3(0.5)))) {
        return 1.0;
    }
    float bias = shadow_bias * (1.0 + 2.0 * slope);
#ifndef SOFT
    return mix(1.0, texture(shadow_map, vec3(p.xy, p.z - bias)), shadow_strength);
#else
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
    return mix(1.0, light / float(shadow_samples), shadow_strength);
#endif
}
