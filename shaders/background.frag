// Draws the background into a texture of one column; with FROM_ROWS, copies that column to the picture's whole width. A
// software renderer then computes each row's colour only once.
in vec2 screen;
out vec4 colour;
#ifdef FROM_ROWS
uniform sampler2D rows;
#endif

void main() {
#ifdef FROM_ROWS
    colour = texelFetch(rows, ivec2(0, int(gl_FragCoord.y)), 0);
#else
    colour = vec4(encode(background(screen.y)), 1.0);
#endif
}
