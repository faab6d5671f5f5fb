#version 330 core
in vec3 world;
in vec3 world_normal;
in float level;
in vec4 in_light;
out vec4 colour;
uniform vec3 eye;
uniform vec3 light;       // direction towards the key light
uniform vec3 front;       // linear colour of the front
uniform vec3 back;        // linear colour of the back
uniform vec3 sky;         // ambient from above
uniform vec3 earth;       // ambient from below
uniform float opacity;
uniform float shininess;
uniform sampler2D colour_map;
uniform int map_row;
uniform sampler2DShadow shadow_map;
uniform float shadow_strength;

// The last texel is the colour of what lies above the range.
vec3 mapped_colour(float place) {
    return place > 1.0005 ? texelFetch(colour_map, ivec2(256, map_row), 0).rgb
                          : texture(colour_map, (vec2(min(place, 1.0) * 255.0, map_row) + 0.5) /
                                                    vec2(textureSize(colour_map, 0))).rgb;
}

float lit() {
    if (shadow_strength == 0.0) {
        return 1.0;
    }
    vec3 p = in_light.xyz / in_light.w * 0.5 + 0.5;
    vec2 texel = 1.0 / vec2(textureSize(shadow_map, 0));
    float sum = 0.0;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            sum += texture(shadow_map, vec3(p.xy + vec2(x, y) * texel * 1.5, p.z - 0.004));
        }
    }
    return mix(1.0, sum / 9.0, shadow_strength);
}

void main() {
    vec3 to_eye = normalize(eye - world);
    vec3 n = normalize(world_normal);
    bool facing = dot(n, to_eye) > 0.0;
    if (!facing) {
        n = -n;
    }
    vec3 base = facing ? front : back;
    if (level >= 0.0) {
        vec3 mapped = mapped_colour(level);
        base = facing ? mapped : mapped * 0.82;
    }
    float wrap = 0.25;
    float diffuse = max((dot(n, light) + wrap) / (1.0 + wrap), 0.0);
    float shade = lit();
    vec3 ambient = mix(earth, sky, n.y * 0.5 + 0.5);
    vec3 halfway = normalize(light + to_eye);
    float gloss = pow(max(dot(n, halfway), 0.0), shininess) * 0.18 * shade;
    float rim = pow(1.0 - max(dot(n, to_eye), 0.0), 3.0) * 0.10;
    vec3 result = base * (ambient + diffuse * shade * vec3(1.10, 1.06, 1.00)) + vec3(gloss) + rim * sky;
    colour = vec4(result, 1.0) * opacity; // premultiplied
}
