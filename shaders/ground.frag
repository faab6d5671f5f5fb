// Draws the ground with a grid; with SHADOW_ONLY, for a transparent or white background, only its shadows.
#define GROUND
in vec3 world;
in vec3 in_light;
out vec4 colour;
uniform vec3 centre;
uniform vec3 ground;   // colour where the stage is lit
uniform vec3 far_ground; // colour far away, equal to the background's
uniform vec3 line;
uniform float visible; // opacity for this camera: the ground fades as the eye comes down to it
uniform float extent; // distance at which the ground has faded out [m]
uniform vec3 axis_u;
uniform vec3 axis_v;
uniform sampler2D contact;   // blurred map of how near a body is to the floor
uniform float contact_extent; // half the side of the area of `contact` [m]; 0 = no contact shadow

// Opacity of the grid's lines. `q` is in units of the spacing; `width` is the width of a pixel in these units.
float grid(vec2 q, vec2 width) {
    vec2 d = abs(fract(q - 0.5) - 0.5) / width;
    float l = 1.0 - min(min(d.x, d.y), 1.0);
    // Fades where lines are denser than pixels, which avoids moire.
    return l * (1.0 - smoothstep(0.25, 0.9, max(width.x, width.y)));
}

// Share of the light from above that a body just above the floor hides.
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
