// Blurs a depth map along one axis, for shadows. Red: mean of exp(warp.x * depth + warp.y) over the covered texels
// (Annen et al., Exponential Shadow Maps, 2008). Green: the covered share.
out vec4 colour;
uniform highp sampler2D source; // a depth map (FROM_DEPTH), or the blur along the other axis
uniform vec2 warp;
uniform ivec2 stride; // distance of the samples [texels of the source]
uniform int shrink;   // source texels per texel of the result
uniform int reach;    // samples on either side

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy) * shrink;
    ivec2 last = textureSize(source, 0) - 1;
    vec2 sum = vec2(0.0);
    float weight = 0.0;
    for (int i = -reach; i <= reach; ++i) {
        float share = float(i) / float(reach + 1);
        float w = (1.0 - share * share) * (1.0 - share * share);
        vec2 there = texelFetch(source, clamp(at + i * stride, ivec2(0), last), 0).rg;
#ifdef FROM_DEPTH
        there = there.r < 1.0 ? vec2(exp(warp.x * there.r + warp.y), 1.0) : vec2(0.0);
#endif
        sum += w * there;
        weight += w;
    }
    colour = vec4(sum / weight, 0.0, 1.0);
}
