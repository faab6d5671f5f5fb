#pragma once

#include "scenes/scenes.h"

/// Small bodies for the scenes "mesh" and "custom", which otherwise read files.
namespace xpbd::machines {

/// An uneven sheet of 6 x 6.
inline scenes::Mesh sheet_mesh() {
    constexpr int kSide = 6;
    scenes::Mesh mesh;
    for (int row = 0; row < kSide; ++row) {
        for (int column = 0; column < kSide; ++column) {
            mesh.positions.emplace_back(0.1 * column, 1 + 0.02 * (row * column % 3), 0.1 * row);
            if (row > 0 && column > 0) {
                const int d = row * kSide + column;
                mesh.triangles.push_back({d - kSide - 1, d - 1, d});
                mesh.triangles.push_back({d - kSide - 1, d, d - kSide});
            }
        }
    }
    return mesh;
}

/// A folded strip with every kind of bending, a rope with stiff angles, a rod, and a tetrahedron with a volume
/// constraint, above a collider of every shape, with self-collision.
inline scenes::CustomScene every_constraint() {
    scenes::CustomScene scene;
    const auto particle = [&](double x, double y, double z, double mass) {
        scene.particles.push_back({{x, y, z}, mass, {0, 0, 0}});
        return static_cast<int>(scene.particles.size()) - 1;
    };
    const auto distance = [&](int a, int b) { scene.of<Distance>().push_back({{a, b}, {}, {}}); };

    particle(0, 1, 0, 0);
    particle(0, 1, 0.1, 0);
    constexpr int kPieces = 4;
    for (int i = 1; i <= kPieces; ++i) {
        const double height = 1 + 0.03 * (i % 3);
        const int a = particle(0.1 * i, height, 0.01 * i, 0.02);
        const int b = particle(0.1 * i, height, 0.1, 0.02);
        distance(a, b);
        distance(a - 2, a);
        distance(b - 2, b);
        distance(a - 2, b);
        scene.triangles.push_back({a - 2, a, b});
        scene.triangles.push_back({a - 2, b, b - 2});
        const scenes::CustomConstraint bend{{a - 2, b, a, b - 2}, {}, {}};
        if (i % 3 == 0) {
            scene.of<Dihedral>().push_back(bend);
        } else if (i % 3 == 1) {
            scene.of<DihedralArccos>().push_back(bend);
        } else {
            scene.of<Isometric>().push_back(bend);
        }
    }

    int before = particle(-0.5, 1.2, 0, 0);
    for (int i = 1; i <= 4; ++i) {
        const int next = particle(-0.5 + 0.06 * i, 1.2, 0.01 * (i % 2), 0.01);
        distance(before, next);
        if (i > 1) {
            scene.of<Angle>().push_back({{next - 2, before, next}, {}, {0.01, 0.5, {}}});
        }
        before = next;
    }

    constexpr int kRod = 3;
    const int rod = static_cast<int>(scene.particles.size());
    for (int i = 0; i <= kRod; ++i) {
        particle(0.08 * i, 0.9, -0.4, i < 2 ? 0 : 0.02);
    }
    for (int i = 0; i < kRod; ++i) {
        const int ghost = particle(0.08 * i + 0.04, 0.9 + 0.02 * (i % 2), -0.32, i == 0 ? 0 : 0.01);
        distance(rod + i, rod + i + 1);
        distance(rod + i, ghost);
        distance(rod + i + 1, ghost);
        if (i > 0) {
            scene.bend_twist.push_back({{rod + i - 1, rod + i, rod + i + 1}, {ghost - 1, ghost}, {}, {}});
        }
    }

    const int tip = particle(0.3, 1.5, 0.4, 0.05);
    const int foot[] = {particle(0.2, 1.3, 0.3, 0.05), particle(0.4, 1.3, 0.32, 0.05), particle(0.3, 1.3, 0.5, 0.05)};
    scenes::CustomVolume air;
    air.triangles = {
        {foot[0], foot[1], foot[2]}, {tip, foot[1], foot[0]}, {tip, foot[2], foot[1]}, {tip, foot[0], foot[2]}};
    air.pressure = 1.2;
    scene.volume.push_back(air);
    for (int i = 0; i < 3; ++i) {
        distance(tip, foot[i]);
        distance(foot[i], foot[(i + 1) % 3]);
    }

    scene.planes.push_back({0, 1, 0, 0});
    scene.spheres.push_back({0.5, 0.6, 0.05, 0.2});
    scene.capsules.push_back({-0.4, 0.8, -0.2, -0.4, 0.8, 0.2, 0.1});
    scene.boxes.push_back({0.3, 0.5, 0.4, 0.2, 0.1, 0.2, 0.8, 0, 0.6, 0});
    scene.friction = 0.4;
    scene.restitution = 0.2;
    scene.thickness = 0.03;
    return scene;
}

} // namespace xpbd::machines
