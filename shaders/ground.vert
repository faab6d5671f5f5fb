// Transforms the corners of the ground.
layout(location = 0) in vec3 position;
uniform mat4 view_projection;
uniform mat4 light_view_projection;
out vec3 world;
out vec3 in_light;

void main() {
    world = position;
    in_light = (light_view_projection * vec4(position, 1.0)).xyz * 0.5 + 0.5; // parallel projection: no division by w
    gl_Position = view_projection * vec4(position, 1.0);
}
