import Foundation
import Testing

@testable import Database
@testable import Moeum

/// Which pictures are marked as removed, whatever staff and authors do in whichever order.
@Suite(.cleanup)
struct RemovedPictureStoreTests {
    /// What ought to be, told in the words of the rule.
    private struct Model {
        struct Print: Equatable {
            let id: Photo.ID
            let picture: Int
            var isHidden = false
        }

        var photos: [Print] = []
        var marks: Set<Int> = []

        mutating func hide(_ index: Int) {
            photos[index].isHidden = true
            marks.insert(photos[index].picture)
        }

        mutating func restore(_ index: Int) {
            let (picture, wasHidden) = (photos[index].picture, photos[index].isHidden)
            photos[index].isHidden = false
            guard wasHidden, !photos.contains(where: { $0.picture == picture && $0.isHidden }) else { return }
            marks.remove(picture)
        }
    }

    private static func add(_ picture: Int, _ id: Photo.ID, perceptualHash: Int64? = nil, _ transaction: Transaction)
        throws
    {
        try transaction.execute(
            """
            INSERT INTO photo_blobs (hash, file, width, height, colour, placeholder, perceptual_hash, created_at)
            VALUES (\("picture\(picture)"), \("file\(picture)"), 4, 3, '#ffffff', '', \(perceptualHash), 1)
            ON CONFLICT (hash) DO NOTHING
            """
        )
        try transaction.execute(
            """
            INSERT INTO photos (id, name, blob_hash, created_at)
            VALUES (\(id), \("name\(id)"), \("picture\(picture)"), 1)
            """
        )
    }

    private static func hidden(_ transaction: Transaction) throws -> [Photo.ID] {
        try transaction.rows("SELECT id FROM photos WHERE hidden_at IS NOT NULL ORDER BY id").map { try $0.id(0) }
    }

    private static func marks(_ transaction: Transaction) throws -> [String] {
        try transaction.rows("SELECT hash FROM removed_pictures ORDER BY hash").map { try $0.string(0) }
    }

    @Test("A picture is marked as removed exactly as long as the rule says", arguments: TestEngine.available)
    func markByRule(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        for seed in 1...20 as ClosedRange<UInt64> {
            try await database.write { transaction in
                for table in ["photos", "photo_blobs", "removed_pictures"] {
                    try transaction.execute(SQL(stringLiteral: "DELETE FROM \(table)"))
                }
                var (model, random, last) = (Model(), SeededGenerator(state: seed), Photo.ID.absent)
                for step in 1...60 {
                    let index = model.photos.isEmpty ? nil : random.below(model.photos.count)
                    switch (random.below(8), index) {
                    case (0...2, let index?):
                        try transaction.hidePhoto(model.photos[index].id, at: .now)
                        model.hide(index)
                    case (3...4, let index?):
                        try transaction.restorePhoto(model.photos[index].id)
                        model.restore(index)
                    case (5, let index?):
                        // Its author takes it away, and the sweep follows.
                        try transaction.execute("DELETE FROM photos WHERE id = \(model.photos[index].id)")
                        model.photos.remove(at: index)
                        let hashes = (0..<3).map { "picture\($0)" }
                        _ = try transaction.deletePhotoBlobsWithoutPhotos(among: hashes, at: .now)
                    default:
                        last = Photo.ID(rawValue: last.rawValue + 1)
                        let picture = random.below(3)
                        try Self.add(picture, last, transaction)
                        model.photos.append(Model.Print(id: last, picture: picture))
                    }
                    #expect(try Self.hidden(transaction) == model.photos.filter(\.isHidden).map(\.id).sorted())
                    let marked = model.marks.sorted().map { "picture\($0)" }
                    #expect(try Self.marks(transaction) == marked, "seed \(seed) step \(step)")
                    for picture in 0..<3 {
                        let isMarked = try transaction.isRemovedPicture("picture\(picture)")
                        #expect(isMarked == model.marks.contains(picture))
                    }
                    let ids = model.photos.map(\.id)
                    let of = Set(model.photos.filter { model.marks.contains($0.picture) }.map(\.id))
                    #expect(try transaction.removedPictures(among: ids) == of)
                    #expect(try transaction.photosLikeRemoved(among: ids, within: 64) == of, "none has looks")
                }
            }
        }
    }

    @Test("Photos within the distance of a removed picture are found, and no others", arguments: TestEngine.available)
    func findLikePictures(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        try await database.write { transaction in
            let perceptualHash = Int64(bitPattern: 0xF0F0_1234_5678_9ABC)
            try Self.add(1, 1, perceptualHash: perceptualHash, transaction)
            try Self.add(2, 2, perceptualHash: ~perceptualHash, transaction)
            for distance in [1, 6, 7] {
                try Self.add(
                    10 + distance,
                    Photo.ID(rawValue: Int64(10 + distance)),
                    perceptualHash: perceptualHash ^ (1 << distance - 1),
                    transaction
                )
            }
            try Self.add(20, 20, transaction)
            try Self.add(1, 21, transaction)
            let all: [Photo.ID] = [1, 2, 11, 16, 17, 20, 21]
            #expect(try transaction.photosLikeRemoved(among: all, within: 64) == [])
            try transaction.hidePhoto(1, at: .now)
            func like(_ distance: Int) throws -> Set<Photo.ID> {
                try transaction.photosLikeRemoved(among: all, within: distance)
            }
            #expect(try like(0) == [1, 21])
            #expect(try like(1) == [1, 11, 21])
            #expect(try like(6) == [1, 11, 16, 21])
            #expect(try like(7) == [1, 11, 16, 17, 21])
            #expect(try like(64) == [1, 2, 11, 16, 17, 21])
            #expect(try transaction.photosLikeRemoved(among: [16, 20], within: 6) == [16])
            #expect(try transaction.photosLikeRemoved(among: [], within: 6) == [])
            // What was not known of a picture at first is kept once it is.
            try transaction.execute("UPDATE removed_pictures SET perceptual_hash = NULL")
            #expect(try like(6) == [1, 21])
            try transaction.hidePhoto(21, at: .now)
            #expect(try like(6) == [1, 11, 16, 21])
        }
    }
}
