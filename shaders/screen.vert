// A triangle that covers the view.
out vec2 screen;
void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    screen = corner;
    gl_Position = vec4(corner * 2.0 - 1.0, 1.0, 1.0);
}
