// Ambient light: the irradiance of the studio's sky in spherical harmonics (Ramamoorthi, Hanrahan, An Efficient
// Representation for Irradiance Environment Maps, 2001). For the opposite normal the odd part changes its sign.
uniform vec3 sky[9];

vec3 odd_sky(vec3 n) { return sky[1] * n.y + sky[2] * n.z + sky[3] * n.x; }

vec3 even_sky(vec3 n) {
    return sky[0] + sky[4] * (n.x * n.y) + sky[5] * (n.y * n.z) + sky[6] * (3.0 * n.z * n.z - 1.0) +
           sky[7] * (n.x * n.z) + sky[8] * (n.x * n.x - n.y * n.y);
}
