#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in float place; // in the colour map; below zero: the body's own colour
uniform mat4 view_projection;
uniform mat4 light_view_projection;
out vec3 world;
out vec3 world_normal;
out float level;
out vec4 in_light;
void main() {
    world = position;
    world_normal = normal;
    level = place;
    in_light = light_view_projection * vec4(position, 1.0);
    gl_Position = view_projection * vec4(position, 1.0);
}
