// The mean over the 4 x 4 pixels of the sampling pattern, over neighbours on about the same plane.
out vec4 colour;
uniform sampler2D source;

// How far the depth goes on from `here` towards one of two neighbours, whichever is nearer: the other may lie behind an
// edge.
float slope_of(float here, float low, float high) {
    return abs(high - here) < abs(here - low) ? high - here : here - low;
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(source, 0) - 1;
    float here = distance_at(at);
    vec2 slope = vec2(slope_of(here, distance_at(max(at - ivec2(1, 0), ivec2(0))), distance_at(min(at + ivec2(1, 0), last))),
                      slope_of(here, distance_at(max(at - ivec2(0, 1), ivec2(0))), distance_at(min(at + ivec2(0, 1), last))));
    float near = 0.004 * here + 0.5 * (abs(slope.x) + abs(slope.y));
    vec2 sum = vec2(0.0);
    float weight = 0.0;
    for (int y = -2; y < 2; ++y) {
        for (int x = -2; x < 2; ++x) {
            ivec2 there = clamp(at + ivec2(x, y), ivec2(0), last);
            float away = distance_at(there) - here - dot(slope, vec2(x, y));
            float w = abs(away) < near ? 1.0 : 0.0;
            sum += w * texelFetch(source, there, 0).rg;
            weight += w;
        }
    }
    colour = vec4(sum / weight, 0.0, 1.0); // its own pixel is one of them
}
