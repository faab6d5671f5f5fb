// Marks covered pixels, for the outline of ghosts.
out vec4 colour;
void main() { colour = vec4(1.0); }
