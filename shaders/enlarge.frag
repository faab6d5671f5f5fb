// Enlarges a multisampled picture of half the size, whose four samples are in different quadrants of a pixel, to full
// size. In the source, light is computed once per pixel and edges are resolved per sample. Each new pixel is a weighted
// mean of eight samples around it. The weights were found by a search for the usual sample pattern, such that
// - the weighted mean of the samples' positions is the middle of the new pixel;
// - a vertical or horizontal edge has the same width in all four pixels, to within 4 % of its contrast: otherwise it
// would look perforated;
// - every other straight edge deviates by half a pixel at most: otherwise it would look jagged.
out vec4 colour;
uniform sampler2DMS source;
uniform ivec4 sample_of; // index of the sample in each quadrant, from the lower left

vec4 read(ivec2 place, ivec2 quadrant) {
    return texelFetch(source, place, sample_of[quadrant.x + 2 * quadrant.y]);
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 here = at / 2;
    ivec2 quadrant = at - 2 * here;
    ivec2 other = 1 - quadrant;
    ivec2 nearest = clamp(here + 2 * quadrant - 1, ivec2(0), textureSize(source) - 1); // the nearest pixel diagonally
    ivec2 beside = ivec2(nearest.x, here.y);
    ivec2 above = ivec2(here.x, nearest.y); // above or below, whichever is nearer
    ivec2 beside_in = ivec2(other.x, quadrant.y);
    ivec2 above_in = ivec2(quadrant.x, other.y);
    // The sample pattern is symmetric under quarter turns: in two of the quadrants the axes are exchanged.
    bool is_turned = quadrant.x != quadrant.y;
    ivec2 near = is_turned ? above : beside;
    ivec2 near_in = is_turned ? above_in : beside_in;
    ivec2 far = is_turned ? beside : above;
    ivec2 far_in = is_turned ? beside_in : above_in;
    colour = 0.3 * read(here, quadrant) + 0.17 * read(near, near_in) + 0.195 * read(here, far_in) +
             0.075 * read(far, other) + 0.081 * read(here, near_in) + 0.074 * read(far, far_in) +
             0.058 * read(nearest, other) + 0.047 * read(here, other);
}
