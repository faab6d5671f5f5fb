// From linear, premultiplied light to the screen: the mean of a box of `factor` pixels, tones, background, sRGB.
in vec2 screen;
out vec4 colour;
uniform sampler2D source;
uniform ivec2 origin;
uniform int factor;
uniform bool transparent;
uniform vec3 bottom; // of the background, linear
uniform vec3 top;
uniform vec2 rows; // of the whole picture, that this part of it begins and ends with, in [0, 1]

vec3 encode(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(vec3(0.0031308), c));
}

// Film's shoulder: what is brighter than `knee` approaches white without a cut, and pales on its way. Colours below stay
// as they are, so that a colour of the map can be compared with its bar (after Khronos' PBR Neutral, 2024).
vec3 film(vec3 c) {
    const float knee = 0.76;
    float peak = max(c.r, max(c.g, c.b));
    if (peak <= knee) {
        return c;
    }
    float room = 1.0 - knee;
    float mapped = 1.0 - room * room / (peak + room - knee);
    float pale = 1.0 - 1.0 / (0.15 * (peak - mapped) + 1.0);
    return mix(c * (mapped / peak), vec3(mapped), pale);
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
    vec3 body = sum.a > 0.0 ? film(sum.rgb / sum.a) : vec3(0.0);
    if (transparent) {
        colour = vec4(encode(body), sum.a);
        return;
    }
    vec3 behind = mix(bottom, top, smoothstep(0.0, 1.0, mix(rows.x, rows.y, screen.y)));
    colour = vec4(encode(mix(behind, body, sum.a)), 1.0);
}
