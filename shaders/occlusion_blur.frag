// Averages over the 4 x 4 pixels of the sampling pattern, using only pixels on about the same plane.
out vec4 colour;
uniform sampler2D source;

// Slope of the depth along one axis, from the neighbour that is nearer in depth: the other one can be behind an edge.
float slope_of(float here, float low, float high) {
    return abs(high - here) < abs(here - low) ? high - here : here - low;
}

float code_at(ivec2 at, ivec2 last) { return code_in(texelFetch(source, clamp(at, ivec2(0), last), 0).ba); }

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(source, 0) - 1;
    vec4 middle = texelFetch(source, at, 0);
    float here = code_in(middle.ba);
    vec2 slope = vec2(slope_of(here, code_at(at - ivec2(1, 0), last), code_at(at + ivec2(1, 0), last)),
                      slope_of(here, code_at(at - ivec2(0, 1), last), code_at(at + ivec2(0, 1), last)));
    float near = code_of_change(0.004) + 0.5 * (abs(slope.x) + abs(slope.y));
    vec2 sum = vec2(0.0);
    float weight = 0.0;
    for (int y = -2; y < 2; ++y) {
        for (int x = -2; x < 2; ++x) {
            vec4 there = texelFetch(source, clamp(at + ivec2(x, y), ivec2(0), last), 0);
            float away = code_in(there.ba) - here - dot(slope, vec2(x, y));
            float w = abs(away) < near ? 1.0 : 0.0;
            sum += w * there.rg;
            weight += w;
        }
    }
    colour = vec4(sum / weight, middle.ba); // the weight is never 0, as the pixel itself is included
}
