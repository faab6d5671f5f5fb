// Draws a line around the area that the mask covers.
out vec4 colour;
uniform sampler2D mask;
uniform vec3 ink;    // linear
uniform vec3 casing; // linear; colour around the line, so that it is visible on a body of the same colour
uniform float reach; // half the line's width [px]

// 1 on the border of the masked area, 0 at distances above `radius`.
float rim(float radius) {
    ivec2 last = textureSize(mask, 0) - 1;
    float sum = 0.0;
    for (int i = 0; i < 16; ++i) {
        float angle = (float(i) + 0.5) * 0.39269908;
        vec2 offset = vec2(cos(angle), sin(angle)) * radius;
        sum += texelFetch(mask, clamp(ivec2(gl_FragCoord.xy + offset), ivec2(0), last), 0).r;
    }
    return smoothstep(0.0, 0.5, 1.0 - abs(sum / 8.0 - 1.0));
}

void main() {
    float line = rim(reach);
    float around = 0.75 * rim(2.0 * reach);
    colour = vec4(mix(casing, ink, line), 1.0) * max(line, around);
}
