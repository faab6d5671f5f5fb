#version 330 core
in vec3 world;
in vec4 in_light;
out vec4 colour;
uniform vec3 eye;
uniform vec3 centre;
uniform vec3 ground;
uniform vec3 line;
uniform float extent; // where the ground has faded away [m]
uniform vec3 axis_u;
uniform vec3 axis_v;
uniform sampler2DShadow shadow_map;
uniform float shadow_strength;

float grid(vec2 p, float spacing) {
    vec2 q = p / spacing;
    vec2 width = fwidth(q);
    vec2 d = abs(fract(q - 0.5) - 0.5) / max(width, vec2(1e-6));
    float l = 1.0 - min(min(d.x, d.y), 1.0);
    return l * (1.0 - smoothstep(0.25, 0.9, max(width.x, width.y))); // no moire where lines are denser than pixels
}

void main() {
    vec2 p = vec2(dot(world, axis_u), dot(world, axis_v));
    float fade = 1.0 - smoothstep(0.25, 1.0, length(world - centre) / extent);
    float lines = max(grid(p, 1.0) * 0.75, grid(p, 0.1) * 0.16);
    float shadow = 0.0;
    if (shadow_strength > 0.0) {
        vec3 q = in_light.xyz / in_light.w * 0.5 + 0.5;
        vec2 texel = 1.0 / vec2(textureSize(shadow_map, 0));
        float sum = 0.0;
        // Only where the light's view reaches: most of the ground lies outside, and texture look-ups are what costs here.
        if (all(lessThan(abs(q - 0.5), vec3(0.5)))) {
            for (int y = -1; y <= 1; ++y) {
                for (int x = -1; x <= 1; ++x) {
                    sum += texture(shadow_map, vec3(q.xy + vec2(x, y) * texel * 2.5, q.z - 0.002));
                }
            }
            shadow = (1.0 - sum / 9.0) * shadow_strength;
        }
    }
    vec3 base = mix(ground, line, lines) * (1.0 - 0.55 * shadow);
    float alpha = max(0.80, lines) * fade;
    colour = vec4(base, 1.0) * alpha;
}
