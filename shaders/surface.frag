// Beside the depth, the smoothed normal: what hides light from a surface follows that, not the triangles.
in vec3 upright;
out vec4 colour;
void main() { colour = vec4(0.5 + 0.5 * normalize(upright), 1.0); }
