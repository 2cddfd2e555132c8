import Foundation
import Testing

@testable import Moeum
@testable import Web

/// How much of the disk files may take that are coming in.
struct IncomingSpaceTests {
    @Test("All accounts together and each of them have so much space") func limitSpace() {
        let space = UploadQuota(capacity: 100, ofAccount: 60)
        var one: UploadQuota.Reservation? = space.reservation(for: 1)
        let (again, two, nobody) = (space.reservation(for: 1), space.reservation(for: 2), space.reservation(for: nil))
        #expect(one?.reserve(50) == true && !again.reserve(11) && again.reserve(10))
        #expect(!two.reserve(41) && two.reserve(40) && !nobody.reserve(1))
        #expect(space.total == 100)
        // With a file goes what it took.
        one = nil
        #expect(space.total == 50)
        #expect(again.reserve(50) && !two.reserve(1))
    }

    /// Half of a form with two files, which were to be twice as long as there is room.
    @Test("A file that finds no room is not taken and loses nothing else") func skipFile() async throws {
        let folder = NSTemporaryDirectory() + "moeum-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let space = UploadQuota(capacity: 6, ofAccount: 6)
        do {
            let first = try await UploadFile(in: folder, space.reservation(for: 1))
            let second = try await UploadFile(in: folder, space.reservation(for: 1))
            try await first.append(.init(string: "abcd"))
            await #expect(throws: UploadFile.Error.self) { try await second.append(.init(string: "abc")) }
            #expect(await second.size == 0)
            await first.discard()
            await second.discard()
        }
        #expect(space.total == 0)
    }
}
