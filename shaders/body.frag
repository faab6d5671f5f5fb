// Built once per combination of what a body is: CLOTH (WOVEN, PRINTED), ROPE, ROD or else a solid; TINTED by the colour
// map; SOFT as shadow.glsl and studio.glsl say. A software renderer pays for every branch, taken or not.
in vec3 world;
in vec3 world_normal;
in float level;
in vec2 fabric;
in vec3 in_light;
out vec4 colour;
#ifdef ROPE
const float GLOSS = 0.10;
#else
const float GLOSS = 0.22;
#endif
uniform vec3 eye;
uniform vec3 light;  // direction towards the key light
uniform vec3 key;    // its colour
uniform vec3 front;  // linear colour of the front
uniform vec3 back;   // linear colour of the back
uniform vec3 accent; // of the print, and of a rod's stripe
uniform float opacity;
uniform int print; // 1 stripes, 2 check
uniform float print_size;  // [m]
uniform float thread;      // width of a thread [m]; 0 = no weave
uniform float strand;      // from strand to strand along a rope [m]
uniform int isolines;      // intervals from end to end; 0 = none
uniform float tint_shade;  // how far light and shade change a colour of the map
uniform vec2 tint_range;   // least and largest luminance of what the map colours

#ifdef PRINTED
// A square wave of period 2 with mean 0, averaged over a pixel of width w: it fades before it aliases.
vec2 squares(vec2 p, vec2 w) {
    w = max(w, vec2(1e-5));
    return 2.0 * (abs(fract((p - 0.5 * w) * 0.5) - 0.5) - abs(fract((p + 0.5 * w) * 0.5) - 0.5)) / w;
}

// Share of the accent in the print.
float printed() {
    vec2 p = fabric / print_size;
    vec2 wave = squares(p, fwidth(p));
    return print == 1 ? 0.5 - 0.5 * wave.x : 0.5 - 0.5 * wave.x * wave.y;
}
#endif

#ifdef WOVEN
// Plain weave: threads lie over and under each other in turn. Brightness, with mean 1.
float woven() {
    vec2 p = fabric / thread;
    float width = max(length(dFdx(p)), length(dFdy(p)));
    float fade = 1.0 - smoothstep(0.25, 0.6, width);
    if (fade <= 0.0) {
        return 1.0;
    }
    vec2 cell = floor(p);
    vec2 t = fract(p) * 2.0 - 1.0;
    bool warp = mod(cell.x + cell.y, 2.0) < 0.5;
    float across = warp ? t.x : t.y;
    float along = warp ? t.y : t.x;
    float height = (1.0 - across * across) * (1.0 - 0.55 * along * along);
    return mix(1.0, 0.66 + 0.62 * height, fade);
}
#endif

#ifdef ROPE
// Grooves between the strands of a rope.
float twisted() {
    float p = 3.0 * fabric.y + fabric.x / strand;
    float width = fwidth(p);
    width = min(width, fwidth(fract(p) + 0.5)); // the turn begins anew on one side
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

void main() {
    vec3 to_eye = normalize(eye - world);
    vec3 n = normalize(world_normal);
    bool facing = dot(n, to_eye) > 0.0;
    n = facing ? n : -n;
    vec3 base = facing ? front : back;
    float relief = 1.0;
#ifdef TINTED
    bool tinted = level >= 0.0;
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
#ifdef TINTED
    if (isolines > 0) {
        float p = level * float(isolines);
        float away = abs(fract(p + 0.5) - 0.5);
        float line = clamp(1.5 - away / max(fwidth(p), 1e-4), 0.0, 1.0);
        // Not at the ends, where a whole body may lie: at rest it is all 0.
        line *= step(0.5, p) * step(p, float(isolines) - 0.5);
        base *= 1.0 - 0.75 * line;
    }
#endif

    float cosine = dot(n, light);
    float slope = min(sqrt(max(0.0, 1.0 - cosine * cosine)) / max(abs(cosine), 0.12), 6.0);
    float seen = open_sky();
    // The key light is large: where little of the sky is seen, some of it is hidden too.
    float shade = lit(in_light, slope) * mix(1.0, seen, 0.4);
    float grazing = 1.0 - max(dot(n, to_eye), 0.0);
    float fresnel = grazing * grazing * grazing * grazing;
#ifdef CLOTH
    // Light wraps around a cloth's fibres, and shines through.
    float wrapped = max((cosine + 0.18) / 1.39, 0.0);
    float through = max((-cosine + 0.2) / 1.44, 0.0) * 0.38;
    vec3 glow = mix(base, base * base * 1.6 + base * 0.2, 0.5);
    vec3 around = ambient(n) * seen;
    vec3 diffuse = base * (around + key * shade * wrapped) + glow * key * shade * through;
    // Sheen: fibres that stand off the cloth catch light at grazing angles.
    vec3 shine = mix(vec3(1.0), base, 0.35) * fresnel * 0.34 * (around + key * shade * wrapped * 0.5);
#else
    float wrapped = max((cosine + 0.15) / 1.3225, 0.0);
    vec3 around = ambient(n) * seen;
    vec3 diffuse = base * (around + key * shade * wrapped);
    vec3 halfway = normalize(light + to_eye);
    vec3 shine = vec3(GLOSS) * (pow(max(dot(n, halfway), 0.0), 48.0) * shade + fresnel * 0.5 * around);
#endif
    vec3 result = diffuse * relief + shine;
#ifdef TINTED
    if (tinted) {
        // A colour of the map keeps its hue, and enough contrast to what lies behind: it has to be read.
        vec3 weights = vec3(0.2126, 0.7152, 0.0722);
        float ratio = dot(result, weights) / max(dot(base, weights), 1e-4);
        result = base * mix(1.0, clamp(ratio, 0.3, 1.3), tint_shade);
        float bright = max(dot(result, weights), 1e-4);
        result *= clamp(bright, tint_range.x, tint_range.y) / bright;
    }
#endif
    colour = vec4(result, 1.0) * opacity; // premultiplied
}
