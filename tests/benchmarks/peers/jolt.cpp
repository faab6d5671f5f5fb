#include <Jolt/Jolt.h> // must come before all other Jolt headers

#include <Jolt/Core/Factory.h>
#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyInterface.h>
#include <Jolt/Physics/Body/BodyLock.h>
#include <Jolt/Physics/PhysicsSettings.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/Physics/SoftBody/SoftBodyCreationSettings.h>
#include <Jolt/Physics/SoftBody/SoftBodyMotionProperties.h>
#include <Jolt/Physics/SoftBody/SoftBodySharedSettings.h>
#include <Jolt/RegisterTypes.h>

#include "peers.h"

#include <chrono>

namespace xpbd::peers {
namespace {

/// A single layer without collisions.
class OneLayer : public JPH::BroadPhaseLayerInterface {
public:
    JPH::uint GetNumBroadPhaseLayers() const override { return 1; }
    JPH::BroadPhaseLayer GetBroadPhaseLayer(JPH::ObjectLayer) const override { return JPH::BroadPhaseLayer(0); }
};
class NothingCollides : public JPH::ObjectVsBroadPhaseLayerFilter {
public:
    bool ShouldCollide(JPH::ObjectLayer, JPH::BroadPhaseLayer) const override { return false; }
};
class NoPairCollides : public JPH::ObjectLayerPairFilter {
public:
    bool ShouldCollide(JPH::ObjectLayer, JPH::ObjectLayer) const override { return false; }
};

/// Sets up the library: Jolt needs this once per process.
struct Library {
    Library() {
        JPH::RegisterDefaultAllocator();
        JPH::Factory::sInstance = new JPH::Factory();
        JPH::RegisterTypes();
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
    ~Library() {
        JPH::UnregisterTypes();
        delete JPH::Factory::sInstance;
        JPH::Factory::sInstance = nullptr;
    }
};

/// The cloth as a soft body, with its constraints as the library orders them.
class Trial : public Peer {
public:
    Trial(const Model& model, const std::vector<double>& compliance) {
        static const Library library;
        system_ = std::make_unique<JPH::PhysicsSystem>();
        system_->Init(16, 0, 16, 16, layers_, nothing_, no_pair_);
        temporary_ = std::make_unique<JPH::TempAllocatorImpl>(64 << 20);
        jobs_ = std::make_unique<JPH::JobSystemSingleThreaded>(JPH::cMaxPhysicsJobs);

        JPH::Ref<JPH::SoftBodySharedSettings> cloth = new JPH::SoftBodySharedSettings;
        for (std::size_t i = 0; i < model.particle_count(); ++i) {
            const glm::vec3 x(model.rest_position[i]);
            cloth->mVertices.push_back(
                JPH::SoftBodySharedSettings::Vertex(JPH::Float3(x.x, x.y, x.z), JPH::Float3(0, 0, 0),
                                                    model.mass[i] > 0 ? static_cast<float>(1 / model.mass[i]) : 0.0f));
        }
        const auto& edges = model.of_type<Distance>();
        for (std::size_t c = 0; c < edges.size(); ++c) {
            JPH::SoftBodySharedSettings::Edge edge(static_cast<JPH::uint32>(edges.particles[c][0]),
                                                   static_cast<JPH::uint32>(edges.particles[c][1]),
                                                   static_cast<float>(compliance[c]));
            edge.mRestLength = static_cast<float>(edges.rest[c][0]);
            cloth->mEdgeConstraints.push_back(edge);
        }
        cloth->Optimize();
        JPH::SoftBodyCreationSettings settings(cloth, JPH::RVec3::sZero(), JPH::Quat::sIdentity(), 0);
        settings.mUpdatePosition = false;
        settings.mLinearDamping = 0;
        body_ = system_->GetBodyInterface().CreateAndAddSoftBody(settings, JPH::EActivation::Activate);
    }
    ~Trial() override {
        system_->GetBodyInterface().RemoveBody(body_);
        system_->GetBodyInterface().DestroyBody(body_);
    }

    double step(int iterations) override {
        {
            const JPH::BodyLockWrite lock(system_->GetBodyLockInterface(), body_);
            static_cast<JPH::SoftBodyMotionProperties*>(lock.GetBody().GetMotionProperties())
                ->SetNumIterations(static_cast<JPH::uint32>(iterations));
        }
        system_->GetBodyInterface().ActivateBody(body_);
        const auto begin = std::chrono::steady_clock::now();
        system_->Update(1.0f / 60, 1, temporary_.get(), jobs_.get());
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }

private:
    OneLayer layers_;
    NothingCollides nothing_;
    NoPairCollides no_pair_;
    std::unique_ptr<JPH::PhysicsSystem> system_;
    std::unique_ptr<JPH::TempAllocatorImpl> temporary_;
    std::unique_ptr<JPH::JobSystemSingleThreaded> jobs_;
    JPH::BodyID body_;
};

} // namespace

std::unique_ptr<Peer> jolt(const Model& model, const std::vector<double>& compliance) {
    return std::make_unique<Trial>(model, compliance);
}

} // namespace xpbd::peers
