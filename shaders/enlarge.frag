// A multisampled picture of half the size, each of whose four samples lies in another quadrant of its pixel, as a picture
// of full size. Light is computed once per pixel there, edges come with each sample. A new pixel is a mean of six samples
// around its middle: three of its own pixel there, three of the two nearest. With these weights, for the usual pattern:
// - light is interpolated linearly, from the own pixel and the two nearest;
// - their mean place is the middle of the new pixel, and to the left of it they are as to the right, below as above;
// - they reach as far along one diagonal as along the other.
// So an edge is much the same in all four pixels, whatever its direction: else it would have teeth.
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
    colour = 0.25 * (read(here, quadrant) + read(near, near_in)) +
             0.125 * (read(here, far_in) + read(here, other) + read(far, other) + read(far, far_in));
}
