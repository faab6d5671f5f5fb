#version 330 core
layout(location = 0) in vec3 position;
layout(location = 2) in float place;
uniform mat4 view_projection;
out float level;
void main() {
    level = place;
    gl_Position = view_projection * vec4(position, 1.0);
    gl_Position.z -= 1e-4 * gl_Position.w; // in front of the surface that the line lies on
}
