// Converts linear, premultiplied light to sRGB: averages `factor` x `factor` pixels, maps tones, and adds the
// background.
in vec2 screen;
out vec4 colour;
uniform sampler2D source;
uniform ivec2 origin;
uniform int factor;
uniform bool transparent;
uniform vec2 rows; // first and last row of this part in the whole picture, in [0, 1]

void main() {
    ivec2 first = (ivec2(gl_FragCoord.xy) - origin) * factor;
    vec4 sum = vec4(0.0);
    for (int y = 0; y < factor; ++y) {
        for (int x = 0; x < factor; ++x) {
            sum += texelFetch(source, first + ivec2(x, y), 0);
        }
    }
    sum /= float(factor * factor);
    vec3 body = sum.a > 0.0 ? film(sum.rgb / sum.a) : vec3(0.0);
    if (transparent) {
        colour = vec4(encode(body), sum.a);
        return;
    }
    vec3 behind = background(mix(rows.x, rows.y, screen.y));
    colour = vec4(encode(mix(behind, body, sum.a)), 1.0);
}
