// Writes depth and smoothed normal. Occlusion uses the smoothed normal instead of the triangles'.
in vec3 upright;
out vec4 colour;
void main() { colour = vec4(0.5 + 0.5 * normalize(upright), 1.0); }
