// A multisampled picture of half the size, each of whose four samples lies in another quadrant of its pixel, as a picture
// of full size. Light is computed once per pixel there, edges come with each sample. A new pixel is a mean of eight
// samples around its middle. Their weights, found by search for the usual pattern:
// - their mean place is the middle of the new pixel;
// - an upright or level edge is as wide in all four pixels, to 4 % of its contrast: else it would be a perforated line;
// - every other straight edge is off its line by half a pixel at the most: else it would have teeth.
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
    ivec2 beside = ivec2(nearest.x, here.y);
    ivec2 above = ivec2(here.x, nearest.y); // or below
    ivec2 beside_in = ivec2(other.x, quadrant.y);
    ivec2 above_in = ivec2(quadrant.x, other.y);
    // The pattern of samples is the same after a quarter turn: from quadrant to quadrant, the axes change places.
    bool is_turned = quadrant.x != quadrant.y;
    ivec2 near = is_turned ? above : beside;
    ivec2 near_in = is_turned ? above_in : beside_in;
    ivec2 far = is_turned ? beside : above;
    ivec2 far_in = is_turned ? beside_in : above_in;
    colour = 0.3 * read(here, quadrant) + 0.17 * read(near, near_in) + 0.195 * read(here, far_in) +
             0.075 * read(far, other) + 0.081 * read(here, near_in) + 0.074 * read(far, far_in) +
             0.058 * read(nearest, other) + 0.047 * read(here, other);
}
