import Foundation
import Testing

@testable import Moeum
@testable import Web

/// How much of the disk files may take that are coming in.
struct IncomingSpaceTests {
    @Test func everybodyTogetherAndEachAccountHaveSoMuch() {
        let space = UploadQuota(capacity: 100, ofAccount: 60)
        var one: UploadQuota.Claim? = space.claim(for: 1)
        let (again, two, nobody) = (space.claim(for: 1), space.claim(for: 2), space.claim(for: nil))
        #expect(one?.take(50) == true && !again.take(11) && again.take(10))
        #expect(!two.take(41) && two.take(40) && !nobody.take(1))
        #expect(space.total == 100)
        // With a file goes what it took.
        one = nil
        #expect(space.total == 50)
        #expect(again.take(50) && !two.take(1))
    }

    /// Half of a form with two files, which were to be twice as long as there is room.
    @Test func aFileThatFindsNoRoomIsNotTakenAndLosesNothingElse() async throws {
        let folder = NSTemporaryDirectory() + "moeum-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let space = UploadQuota(capacity: 6, ofAccount: 6)
        do {
            let first = try await UploadFile(in: folder, space.claim(for: 1))
            let second = try await UploadFile(in: folder, space.claim(for: 1))
            try await first.append(.init(string: "abcd"))
            await #expect(throws: UploadFile.Error.self) { try await second.append(.init(string: "abc")) }
            #expect(await second.size == 0)
            await first.discard()
            await second.discard()
        }
        #expect(space.total == 0)
    }
}
