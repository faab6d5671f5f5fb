// The mean over the 4 x 4 pixels of the sampling pattern, over neighbours at about the same depth.
out vec4 colour;
uniform sampler2D source;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(source, 0) - 1;
    float here = distance_at(at);
    float sum = 0.0;
    float weight = 1e-4;
    for (int y = -2; y < 2; ++y) {
        for (int x = -2; x < 2; ++x) {
            ivec2 there = clamp(at + ivec2(x, y), ivec2(0), last);
            float w = abs(distance_at(there) - here) < 0.02 * here ? 1.0 : 0.0;
            sum += w * texelFetch(source, there, 0).r;
            weight += w;
        }
    }
    colour = vec4(sum / weight);
}
