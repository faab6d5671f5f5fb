#version 330 core
// Linear, premultiplied light to sRGB. Downsamples a box of `factor` pixels, so that it averages light, not codes.
out vec4 colour;
uniform sampler2D source;
uniform ivec2 origin;
uniform int factor;
uniform bool straight_alpha;

vec3 encode(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(vec3(0.0031308), c));
}

void main() {
    ivec2 first = (ivec2(gl_FragCoord.xy) - origin) * factor;
    vec4 sum = vec4(0.0);
    for (int y = 0; y < factor; ++y) {
        for (int x = 0; x < factor; ++x) {
            sum += texelFetch(source, first + ivec2(x, y), 0);
        }
    }
    sum /= float(factor * factor);
    if (straight_alpha) {
        colour = sum.a > 0.0 ? vec4(encode(sum.rgb / sum.a), sum.a) : vec4(0.0);
    } else {
        colour = vec4(encode(sum.rgb), 1.0);
    }
}
