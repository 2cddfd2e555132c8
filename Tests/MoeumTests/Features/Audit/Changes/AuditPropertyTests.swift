import Foundation
import Testing

@testable import Moeum

/// Random sequences of what staff do and take back, beside a plain model of what must follow.
@Suite(.cleanup)
struct AuditPropertyTests {
    private static let seeds: [UInt64] = [1, 20_261_122, 77, 4_242]

    @Test(
        "Random actions match a model, and undoing all of them restores the start",
        arguments: TestEngine.available,
        seeds
    )
    func matchModel(_ engine: TestEngine, _ seed: UInt64) async throws {
        let site = try await TestSite(on: engine)
        var world = try await ModerationScene.random(on: site, seed: seed)
        let beginning = try await dump(world)
        try await compare(world)
        for _ in 1...120 {
            try await world.step()
            try await compare(world)
        }
        #expect(world.log.count > 40 && world.log.contains { $0.done.undoes != nil })
        for id in world.auditEntriesToUndo() {
            world.now += 1
            #expect(world.mayBeUndone(id))
            try await world.undo(id, world.staff[2])
        }
        try await compare(world)
        #expect(try await dump(world) == beginning)
    }

    private func dump(_ world: StaffAtRandom) async throws -> [String] {
        try await world.site.app.database.read { [now = world.now] in try $0.moderationDump(at: now) }
    }

    private func compare(_ world: StaffAtRandom) async throws {
        let shown = world.reviews.map { world.isShown($0) }
        let photos = world.reviews.flatMap { review in review.photos.map { (id: $0, isIn: world.isShown(review)) } }
        let shownPhotos = photos.map { $0.isIn && world.isShown(photo: $0.id) }
        let suspended = world.people.map { world.isSuspended($0) }
        let (reviews, people, ids, now) = (world.reviews.map(\.id), world.people, photos.map(\.id), world.now)
        try await world.site.app.database.read { transaction in
            #expect(try transaction.driftedModeration() == [])
            #expect(try reviews.map { try transaction.review($0)?.isShown } == shown)
            let areShown = try ids.map { id in
                try transaction.first("SELECT is_shown FROM photos WHERE id = \(id)") { try $0.bool(0) }
            }
            #expect(areShown == shownPhotos)
            #expect(try people.map { try transaction.isSuspended($0, at: now) } == suspended)
        }
    }
}
