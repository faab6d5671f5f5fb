// Ambient occlusion from depth (McGuire et al., The Alchemy Screen-Space Ambient Obscurance Algorithm, 2011).
out vec4 colour;
uniform vec4 unproject;   // from screen coordinates in [-1, 1] to view space at depth 1: scale, offset
uniform float radius;     // [m]
uniform float pixels_per_metre; // at a distance of 1 m
uniform ivec2 origin;     // of this part in the picture [px]
uniform int samples;
uniform float largest;    // radius on the screen [px]

vec3 position_at(ivec2 at, vec2 size) {
    float z = distance_at(at);
    vec2 screen = (vec2(at) + 0.5) / size * 2.0 - 1.0;
    return vec3((screen * unproject.xy + unproject.zw) * z, -z);
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(depth_map, 0) - 1;
    vec2 size = vec2(last + 1);
    if (texelFetch(depth_map, at, 0).r >= 1.0) {
        colour = vec4(1.0);
        return;
    }
    vec3 p = position_at(at, size);
    // The nearer neighbour on each axis: a normal does not bridge an edge.
    ivec2 dx = ivec2(1, 0);
    ivec2 dy = ivec2(0, 1);
    vec3 right = position_at(min(at + dx, last), size) - p;
    vec3 left = p - position_at(max(at - dx, ivec2(0)), size);
    vec3 up = position_at(min(at + dy, last), size) - p;
    vec3 down = p - position_at(max(at - dy, ivec2(0)), size);
    vec3 n = cross(abs(left.z) < abs(right.z) ? left : right, abs(down.z) < abs(up.z) ? down : up);
    float long_n = length(n);
    if (!(long_n > 0.0)) {
        colour = vec4(1.0);
        return;
    }
    n /= long_n;
    float reach = min(radius * pixels_per_metre / -p.z, largest);
    ivec2 global = at + origin;
    float turn = float((global.x & 3) * 4 + ((global.y + (global.x & 1) * 2) & 3)) * 0.39269908;
    float sum = 0.0;
    for (int i = 0; i < samples; ++i) {
        float share = (float(i) + 0.5) / float(samples);
        float angle = share * 18.849556 + turn; // three turns of a spiral
        ivec2 there = at + ivec2(vec2(cos(angle), sin(angle)) * reach * share);
        vec3 v = position_at(clamp(there, ivec2(0), last), size) - p;
        float square = dot(v, v);
        float fall = max(0.0, 1.0 - square / (radius * radius));
        sum += fall * max(0.0, dot(v, n) - 0.0006 * -p.z) * inversesqrt(square + 1e-8);
    }
    colour = vec4(max(0.0, 1.0 - 5.0 * sum / float(samples)));
}
