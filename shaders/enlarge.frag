// A multisampled picture of half the size, each of whose four samples lies in another quadrant of its pixel, as a picture
// of full size. Light is computed once per pixel there, edges come with each sample. A new pixel is the mean of the four
// samples around its middle: two of its own pixel there, one of each of the two nearest. This interpolates light
// linearly. In the usual pattern, the mean place of the four samples is the middle of the new pixel. One sample alone
// lies beside it, on another side in every other row: edges would have teeth.
out vec4 colour;
uniform sampler2DMS source;
uniform ivec4 sample_of; // by quadrant, from the lower left

vec4 read(ivec2 place, ivec2 quadrant) {
    return texelFetch(source, place, sample_of[quadrant.x + 2 * quadrant.y]);
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    ivec2 here = at / 2;
    ivec2 quadrant = at - 2 * here;
    ivec2 other = 1 - quadrant;
    ivec2 nearest = clamp(here + 2 * quadrant - 1, ivec2(0), textureSize(source) - 1); // along both axes
    // The pattern of samples is the same after a quarter turn: from quadrant to quadrant, the axes change places.
    bool is_turned = quadrant.x != quadrant.y;
    ivec2 beside = ivec2(nearest.x, here.y);
    ivec2 above = ivec2(here.x, nearest.y); // or below
    ivec2 beside_in = ivec2(other.x, quadrant.y);
    ivec2 above_in = ivec2(quadrant.x, other.y);
    colour = 0.25 * (read(here, quadrant) + read(here, is_turned ? beside_in : above_in) +
                     read(beside, is_turned ? other : beside_in) + read(above, is_turned ? above_in : other));
}
