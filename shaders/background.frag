in vec2 screen;
out vec4 colour;

void main() {
    colour = vec4(encode(background(screen.y)), 1.0);
}
