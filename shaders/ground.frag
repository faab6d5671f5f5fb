// Built as a grid; or SHADOW_ONLY, for a transparent or white background.
in vec3 world;
in vec3 in_light;
out vec4 colour;
uniform vec3 centre;
uniform vec3 ground;
uniform vec3 line;
uniform float extent; // where the ground has faded away [m]
uniform vec3 axis_u;
uniform vec3 axis_v;

float grid(vec2 p, float spacing) {
    vec2 q = p / spacing;
    vec2 width = fwidth(q);
    vec2 d = abs(fract(q - 0.5) - 0.5) / max(width, vec2(1e-6));
    float l = 1.0 - min(min(d.x, d.y), 1.0);
    return l * (1.0 - smoothstep(0.25, 0.9, max(width.x, width.y))); // no moire where lines are denser than pixels
}

void main() {
    float fade = 1.0 - smoothstep(0.25, 1.0, length(world - centre) / extent);
    float dark = 1.0 - (1.0 - 0.62 * (1.0 - lit(in_light, 0.0))) * mix(1.0, open_sky(), 0.8);
#ifdef SHADOW_ONLY
    colour = vec4(0.0, 0.0, 0.0, dark * fade * 0.75);
#else
    vec2 p = vec2(dot(world, axis_u), dot(world, axis_v));
    float lines = max(grid(p, 1.0) * 0.75, grid(p, 0.1) * 0.16);
    vec3 base = mix(ground, line, lines) * (1.0 - dark);
    float alpha = max(0.80, lines) * fade;
    colour = vec4(base, 1.0) * alpha;
#endif
}
