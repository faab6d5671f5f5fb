// Computes from the picture's depth how much light reaches a pixel. Red: visible share of the sky (McGuire et al., The
// Alchemy Screen-Space Ambient Obscurance Algorithm, 2011). Green: share of the key light that arrives, as a soft
// shadow whose edge is wider the farther the object that casts it (Fernando, Percentage-Closer Soft Shadows, 2005).
// Blue and alpha: the depth. The samples are rotated in a pattern of 4 x 4 pixels, which occlusion_blur.frag averages.
out vec4 colour;
uniform highp sampler2D depth_map;
uniform sampler2D normal_map; // in view space, mapped to [0, 1]
uniform vec4 unproject;   // from screen coordinates in [-1, 1] to view space at depth 1: scale, offset
uniform float radius;     // [m]
uniform float pixels_per_metre; // size on the screen of 1 m at a distance of 1 m [px]
uniform ivec2 origin;     // lower left corner of the drawn part in the whole picture [px]
uniform int samples;
uniform float largest;    // limit of the radius on the screen [px]
uniform mat4 to_light;    // from view space to the shadow map's coordinates, in [0, 1]
uniform vec3 light;       // direction towards the key light, in view space
uniform highp sampler2DShadow shadow_map;
uniform highp sampler2D shadow_depth; // the texture of shadow_map, read without comparison
uniform int shadow_samples;           // 0 = no shadow
uniform vec2 shadow_disk[64];         // points spread over the unit disk
uniform float shadow_reach;           // width of a shadow's edge per difference of depth, in the map's coordinates
// Offset of a point along its normal towards the light [m]. Without it the flat triangles of a curved surface shade each
// other.
uniform float lift;
uniform float shadow_bias;            // depth bias of the map for a surface that faces the light

vec3 position_at(ivec2 at, vec2 size) {
    float z = distance_of(texelFetch(depth_map, at, 0).r);
    vec2 screen = (vec2(at) + 0.5) / size * 2.0 - 1.0;
    return vec3((screen * unproject.xy + unproject.zw) * z, -z);
}

// Share of the sky that is visible from p, a surface point with the normal n.
float sky_seen(vec3 p, vec3 n, ivec2 at, ivec2 last, float turn) {
    vec2 size = vec2(last + 1);
    float reach = min(radius * pixels_per_metre / -p.z, largest);
    float sum = 0.0;
    for (int i = 0; i < samples; ++i) {
        float share = (float(i) + 0.5) / float(samples);
        float angle = share * 18.849556 + turn; // three turns of a spiral
        ivec2 there = at + ivec2(vec2(cos(angle), sin(angle)) * reach * share);
        vec3 v = position_at(clamp(there, ivec2(0), last), size) - p;
        float square = dot(v, v);
        float fall = max(0.0, 1.0 - square / (radius * radius));
        sum += fall * max(0.0, dot(v, n) * inversesqrt(square + 1e-8) - 0.06);
    }
    return max(0.0, 1.0 - 5.0 * sum / float(samples));
}

// Share of the key light that reaches a point of the map. `slope`: tangent of the angle between the surface's normal
// and the light.
float lit(vec3 p, float slope, float turn) {
    if (shadow_samples == 0 || any(greaterThan(abs(p - 0.5), vec3(0.5)))) {
        return 1.0;
    }
    float bias = shadow_bias * (1.0 + 2.0 * slope);
    const float widest = 0.055; // widest edge of a shadow, in the map's coordinates
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
    float width = clamp((p.z - sum / count) * shadow_reach, 0.0012, widest);
    float passing = 0.0;
    for (int i = 0; i < shadow_samples; ++i) {
        vec2 offset = spin * shadow_disk[i] * width;
        passing += texture(shadow_map, vec3(p.xy + offset, p.z - bias - length(offset) * 0.17 * slope));
    }
    // With few hits the mean depth is unreliable and differs between pixels, so the shadow is weakened.
    return mix(1.0, passing / float(shadow_samples), min(10.0 * count / float(shadow_samples), 1.0));
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(depth_map, 0) - 1;
    vec2 size = vec2(last + 1);
    colour = vec4(1.0);
    if (texelFetch(depth_map, at, 0).r >= 1.0) {
        return;
    }
    vec3 p = position_at(at, size);
    colour.ba = channels_of(code_of(-p.z));
    // Uses the neighbour with the smaller difference of depth on each axis, so that the normal does not bridge an edge.
    ivec2 dx = ivec2(1, 0);
    ivec2 dy = ivec2(0, 1);
    vec3 right = position_at(min(at + dx, last), size) - p;
    vec3 left = p - position_at(max(at - dx, ivec2(0)), size);
    vec3 up = position_at(min(at + dy, last), size) - p;
    vec3 down = p - position_at(max(at - dy, ivec2(0)), size);
    vec3 n = cross(abs(left.z) < abs(right.z) ? left : right, abs(down.z) < abs(up.z) ? down : up);
    float long_n = length(n);
    if (!(long_n > 0.0)) {
        return;
    }
    vec3 smooth_n = texelFetch(normal_map, at, 0).xyz * 2.0 - 1.0;
    n = normalize(dot(smooth_n, n) < 0.0 ? -smooth_n : smooth_n);
    ivec2 global = at + origin;
    float turn = float((global.x & 3) * 4 + ((global.y + (global.x & 1) * 2) & 3)) * 0.39269908;
    colour.r = sky_seen(p, n, at, last, turn);
    float cosine = dot(n, light);
    float slope = min(sqrt(max(0.0, 1.0 - cosine * cosine)) / max(abs(cosine), 0.12), 6.0);
    vec3 raised = p + n * (cosine < 0.0 ? -lift : lift);
    colour.g = lit((to_light * vec4(raised, 1.0)).xyz, slope, turn);
}
