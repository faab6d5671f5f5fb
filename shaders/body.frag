// Lights a body. Compiled once per combination of flags: CLOTH (with WOVEN or PRINTED), ROPE, ROD or else a solid;
// TINTED by the colour map; SOFT: shadows from studio.glsl; CODES: low quality, with codes.glsl. A software renderer
// executes both sides of a branch, so flags replace branches. Inputs are `centroid`: at a triangle's edge the pixel's
// middle can be outside of the triangle, where extrapolated values would show as dots along every fold.
centroid in vec3 world;
centroid in vec3 world_normal;
centroid in float level;
centroid in vec2 fabric;
centroid in vec3 in_light;
#ifdef CODES
centroid in vec3 even_light; // even part of the sky's irradiance (sky.glsl); CODES computes it at the vertices
centroid in vec3 odd_light;
#endif
out vec4 colour;
#ifdef ROPE
const float GLOSS = 0.10;
#else
const float GLOSS = 0.22;
#endif
const float PI = 3.14159265;
uniform vec3 eye;
uniform vec3 light;  // direction towards the key light
uniform vec3 key;    // colour of the key light
uniform vec3 rim;       // colour of the rim light
uniform vec3 rim_light; // direction towards the rim light
uniform vec3 bounce;       // colour of the key light that the room reflects
uniform vec3 bounce_light; // direction from which the reflected light comes
uniform vec3 front;  // linear colour of the front
uniform vec3 back;   // linear colour of the back
uniform vec3 accent; // colour of the print or of a rod's stripe
uniform float opacity;
uniform int print; // 1 stripes, 2 check
uniform float print_size;  // [m]
uniform float thread;      // width of a thread [m]; 0 = no weave
uniform float pixel_scale; // supersampling factor
uniform float strand;      // distance of the strands along a rope [m]
uniform int isolines;      // intervals of the colour map; 0 = no isolines
uniform vec3 tint_range; // least and largest luminance of tinted colours, and the softness of this limit

#ifdef PRINTED
// A square wave of period 2 and mean 0, averaged over a pixel of width w, so that it fades instead of aliasing.
vec2 squares(vec2 p, vec2 w) {
    w = max(w, vec2(1e-5));
    return 2.0 * (abs(fract((p - 0.5 * w) * 0.5) - 0.5) - abs(fract((p + 0.5 * w) * 0.5) - 0.5)) / w;
}

// Share of the accent colour at this place of the print.
float printed() {
    vec2 p = fabric / print_size;
    vec2 wave = squares(p, fwidth(p));
    return print == 1 ? 0.5 - 0.5 * wave.x : 0.5 - 0.5 * wave.x * wave.y;
}
#endif

#ifdef WOVEN
// Plain weave: threads pass alternately over and under each other. Returns the brightness, with mean 1: the first two
// waves of the pattern, each averaged over a pixel. The effect is weak, and only visible if a thread is wider than 4
// pixels; otherwise it would look like the mesh.
float woven() {
    vec2 p = fabric / thread;
    vec2 width = max(fwidth(p), vec2(1e-5)) * pixel_scale;
    float fade = 1.0 - smoothstep(0.125, 0.25, max(width.x, width.y));
    if (fade <= 0.0) {
        return 1.0;
    }
    vec2 whole = sin(PI * width) / (PI * width); // factor of a wave that repeats with every thread
    vec2 half_wave = sin(0.5 * PI * width) / (0.5 * PI * width);
    float gaps = dot(cos(2.0 * PI * p) * whole, vec2(0.5));
    vec2 turns = sin(PI * p) * half_wave;
    return 1.0 + fade * (0.008 * turns.x * turns.y - 0.006 * gaps);
}
#endif

#ifdef ROPE
// Grooves between the strands of a rope.
float twisted() {
    float p = 3.0 * fabric.y + fabric.x / strand;
    float width = fwidth(p);
    width = min(width, fwidth(fract(p) + 0.5)); // at the seam of the tube p jumps by a whole number, fract(p) does not
    float fade = 1.0 - smoothstep(0.15, 0.45, width);
    float t = fract(p) * 2.0 - 1.0;
    return mix(0.86, 0.42 + 0.6 * sqrt(max(0.0, 1.0 - t * t)) + 0.10 * t, fade);
}
#endif

#ifdef ROD
float striped() {
    float away = abs(fract(fabric.y + 0.5) - 0.5);
    float width = max(min(fwidth(fabric.y), fwidth(fract(fabric.y + 0.5))), 1e-4);
    return clamp((0.11 - away) / width + 0.5, 0.0, 1.0);
}
#endif

#ifdef TINTED
float isoline() {
    float p = level * float(isolines);
    float away = abs(fract(p + 0.5) - 0.5);
    float line = clamp(1.5 - away / max(PIXEL * fwidth(p), 1e-4), 0.0, 1.0);
    // No isoline at either end of the range: all of a body at rest has level 0 and would be covered by the line.
    return line * step(0.5, p) * step(p, float(isolines) - 0.5);
}
#endif

void main() {
    vec3 to_eye = normalize(eye - world);
    vec3 n = normalize(world_normal);
    // The triangle decides which side is visible. The smoothed normal turns away from the eye before the triangle does;
    // deciding by the normal would leave dots of the other side along every fold.
    bool facing = gl_FrontFacing;
    n = facing ? n : -n;
    n -= min(dot(n, to_eye), 0.0) * to_eye;
    vec3 base = facing ? front : back;
    float relief = 1.0;
#ifdef TINTED
    bool tinted = level > -0.5; // -1 = no level; between two zeros interpolation can give slightly less than 0
    base = tinted ? mapped_colour(level) : base;
#endif
#ifdef PRINTED
#ifdef TINTED
    base *= mix(1.0, 0.84, printed());
#else
    base = mix(base, facing ? accent : mix(accent, base, 0.4), printed());
#endif
#endif
#ifdef WOVEN
    relief = woven();
#endif
#ifdef ROPE
    relief = twisted();
#endif
#ifdef ROD
#ifdef TINTED
    base *= mix(1.0, 0.35, striped());
#else
    base = mix(base, accent, striped());
#endif
#endif

    float cosine = dot(n, light);
#ifdef SOFT
    vec2 share = surroundings(vec2(0.88, 1.0));
    float seen = share.r;
    float arrives = mix(1.0, share.g, shadow_strength);
#else
    float seen = 0.88;
    // At grazing light the coarse map's shadows have a jagged border: they fade to a half shadow.
    float arrives = mix(0.4, lit(in_light), smoothstep(0.05, 0.45, cosine));
#endif
    // The key light is large: where little of the sky is visible, part of the key light is hidden, too.
    vec3 direct = key * arrives * mix(1.0, seen, 0.4);
#ifdef CODES
    vec3 around = facing ? even_light + odd_light : even_light - odd_light;
#else
    vec3 around = even_sky(n) + odd_sky(n);
#endif
    // The light that the room reflects brightens the side away from the key light.
    float turned = max(dot(n, bounce_light), 0.0);
    around = (around + bounce * (turned * turned)) * seen;
    float grazing = 1.0 - max(dot(n, to_eye), 0.0);
    float edge = grazing * grazing * grazing;
    vec3 behind = rim * edge * max(dot(n, rim_light) + 0.25, 0.0) * seen;
    float glint = max(dot(n, normalize(light + to_eye)), 0.0);
#ifdef CLOTH
    // Light wraps around a cloth's fibres and passes through them.
    float wrapped = max((cosine + 0.08) / 1.1664, 0.0);
    float through = max((-cosine + 0.2) / 1.44, 0.0) * 0.22;
    vec3 glow = mix(base, base * base * 1.6 + base * 0.2, 0.5);
    vec3 diffuse = base * (around + direct * wrapped) + glow * direct * through;
    // Sheen: fibres that stick out of the cloth reflect light at grazing angles.
    vec3 shine = mix(vec3(1.0), base, 0.5) * (edge * grazing * 0.3 * (around + direct * wrapped * 0.5) + behind);
    float glint_2 = glint * glint;
    float glint_4 = glint_2 * glint_2;
    shine += direct * (0.07 * glint_4 * glint_4 * glint_2);
#else
    float wrapped = max((cosine + 0.08) / 1.1664, 0.0);
    vec3 diffuse = base * (around + direct * wrapped);
    vec3 shine = vec3(GLOSS) * (pow(glint, 48.0) * direct + edge * grazing * 0.5 * around) + 0.6 * behind;
#endif
#ifdef CLOTH
    // A crease or a hem of a pixel's width has only grazing angles. Without the limit it would be a row of white dots.
    shine = min(shine, 0.3 * diffuse + 0.01);
#endif
    vec3 result = diffuse * relief + shine;
#ifdef TINTED
    if (tinted) {
        // Light adds shape and a little of its own colour to a tinted colour. Hue and contrast to the background are
        // kept, because the colour must remain readable.
        vec3 weights = vec3(0.2126, 0.7152, 0.0722);
        float bright = dot(result, weights);
        result = mix(base * (bright / max(dot(base, weights), 1e-4)), result, 0.3);
        float soft = tint_range.z;
        float above = bright - tint_range.x;
        float kept = tint_range.x + 0.5 * (above + sqrt(above * above + soft * soft));
        float below = tint_range.y - kept;
        kept = tint_range.y - 0.5 * (below + sqrt(below * below + soft * soft));
        result *= max(kept, tint_range.x) / max(bright, 1e-4);
        if (isolines > 0) {
            result *= 1.0 - 0.7 * isoline();
        }
    }
#endif
    colour = vec4(result, 1.0) * opacity; // premultiplied by the opacity
}
