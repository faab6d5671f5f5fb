// The background in one column of a picture; or FROM_ROWS, that column along the whole width: a software renderer need
// not find every colour anew in every pixel.
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
