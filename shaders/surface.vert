// Transforms positions and normals for depth_map and normal_map of occlusion.frag.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 view_projection;
uniform mat3 to_view;
out vec3 upright; // the smoothed normal in view space

void main() {
    upright = to_view * normal;
    gl_Position = view_projection * vec4(position, 1.0);
}
