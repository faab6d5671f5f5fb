// Built as a grid; or SHADOW_ONLY, for a transparent or white background.
#define GROUND
in vec3 world;
in vec3 in_light;
out vec4 colour;
uniform vec3 centre;
uniform vec3 ground;   // where the stage is lit
uniform vec3 far_ground; // and far from there, as the background has it
uniform vec3 line;
uniform float visible; // share that is left of it: it fades where the eye comes down to it
uniform float extent; // where the ground has faded away [m]
uniform vec3 axis_u;
uniform vec3 axis_v;
uniform sampler2D contact;   // how closely a body hangs over the floor, blurred
uniform float contact_extent; // half of its side [m]; 0 = none

// `q`: in units of the spacing; `width`: of a pixel there.
float grid(vec2 q, vec2 width) {
    vec2 d = abs(fract(q - 0.5) - 0.5) / width;
    float l = 1.0 - min(min(d.x, d.y), 1.0);
    return l * (1.0 - smoothstep(0.25, 0.9, max(width.x, width.y))); // no moire where lines are denser than pixels
}

// Share of the light from above that a body right over the floor takes.
float pressed(vec2 p) {
    vec2 place = p / (2.0 * max(contact_extent, 1e-6)) + 0.5;
    return contact_extent > 0.0 ? texture(contact, place).r : 0.0;
}

void main() {
    vec2 away = vec2(dot(world - centre, axis_u), dot(world - centre, axis_v));
    float reach = length(away) / extent;
    float fade = visible * (1.0 - smoothstep(0.35, 1.0, reach));
#ifdef SOFT
    vec2 share = surroundings(vec2(1.0));
    float seen = share.r;
    float arrives = mix(1.0, share.g, shadow_strength);
#else
    float seen = 1.0;
    float arrives = lit_floor(in_light);
#endif
    float dark = 1.0 - (1.0 - 0.58 * (1.0 - arrives)) * mix(1.0, seen, 0.7) * (1.0 - 0.5 * pressed(away));
#ifdef SHADOW_ONLY
    colour = vec4(0.0, 0.0, 0.0, dark * fade * 0.75);
#else
    vec2 p = vec2(dot(world, axis_u), dot(world, axis_v));
    vec2 width = max(fwidth(p), vec2(1e-6));
    float lines = max(grid(p, width) * 0.6, grid(10.0 * p, 10.0 * width) * 0.1) * fade;
    vec3 base = mix(mix(ground, far_ground, smoothstep(0.12, 0.75, reach)), line, lines);
    base *= mix(vec3(1.0), vec3(0.93, 0.97, 1.08), dark) * (1.0 - dark);
    colour = vec4(base, 1.0) * fade;
#endif
}
