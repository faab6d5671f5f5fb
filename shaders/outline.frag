// A line around what the mask covers.
out vec4 colour;
uniform sampler2D mask;
uniform vec3 ink; // linear
uniform float reach; // half the line's width [px]

void main() {
    ivec2 last = textureSize(mask, 0) - 1;
    float sum = 0.0;
    for (int i = 0; i < 16; ++i) {
        float angle = (float(i) + 0.5) * 0.39269908;
        vec2 offset = vec2(cos(angle), sin(angle)) * reach;
        sum += texelFetch(mask, clamp(ivec2(gl_FragCoord.xy + offset), ivec2(0), last), 0).r;
    }
    float share = sum / 16.0;
    float alpha = smoothstep(0.0, 0.5, 1.0 - abs(2.0 * share - 1.0));
    colour = vec4(ink, 1.0) * alpha;
}
