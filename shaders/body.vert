// Transforms a body's vertices, and in low quality computes the sky's light per vertex.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in float place; // position in the colour map; below zero: the body's own colour
layout(location = 3) in vec2 coordinates;
uniform mat4 view_projection;
uniform mat4 light_view_projection;
centroid out vec3 world;
centroid out vec3 world_normal;
centroid out float level;
centroid out vec2 fabric; // cloth: coordinates on the flat cloth [m]; rope and rod: distance along [m], turns around
centroid out vec3 in_light;
#ifdef CODES
centroid out vec3 even_light;
centroid out vec3 odd_light;
#endif

void main() {
    world = position;
    world_normal = normal;
#ifdef CODES
    even_light = even_sky(normal);
    odd_light = odd_sky(normal);
#endif
    level = place;
    fabric = coordinates;
    in_light = (light_view_projection * vec4(position, 1.0)).xyz * 0.5 + 0.5; // parallel projection: no division by w
    gl_Position = view_projection * vec4(position, 1.0);
}
