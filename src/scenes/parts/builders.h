// The scenes' rows, for scene_table() in scene.cpp.
#pragma once

#include "scenes/parts/scene.h"

namespace xpbd::scenes {

/// @name One row per scene, each defined in its own file and listed in scene_table()
/// @{
extern const SceneInfo kCloth;
extern const SceneInfo kCanvas;
extern const SceneInfo kClothSphere;
extern const SceneInfo kRopeHanging;
extern const SceneInfo kRopeSpan;
extern const SceneInfo kRopeTip;
extern const SceneInfo kClothDrop;
extern const SceneInfo kFlag;
extern const SceneInfo kNet;
extern const SceneInfo kBalloon;
extern const SceneInfo kIncline;
extern const SceneInfo kOscillator;
extern const SceneInfo kPendulum;
extern const SceneInfo kCantilever;
extern const SceneInfo kTwistedRod;
extern const SceneInfo kTensileStrip;
extern const SceneInfo kShearFrame;
extern const SceneInfo kClothCantilever;
extern const SceneInfo kDrape;
extern const SceneInfo kKapitza;
extern const SceneInfo kResonance;
extern const SceneInfo kDrum;
extern const SceneInfo kWinch;
extern const SceneInfo kSkippingRope;
extern const SceneInfo kBallCloth;
extern const SceneInfo kWringing;
extern const SceneInfo kMesh;
extern const SceneInfo kCustom;
/// @}

} // namespace xpbd::scenes
