import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// Long work on files, and more of it than there is room for.
struct BlockingThreadPoolTests {
    @Test("Work that finds no room is refused with 503") func noRoom() async throws {
        let threads = BlockingThreadPool(threads: 1, limit: 0)
        do {
            try await threads.run {}
            Issue.record("there was room")
        } catch {
            let problem = Problem.from(error)
            #expect(problem?.status == .serviceUnavailable && problem?.retryAfter != nil)
        }
    }

    @Test("Errors of the work are thrown") func rethrow() async throws {
        struct Error: Swift.Error {}
        let threads = BlockingThreadPool()
        #expect(try await threads.run { 7 } == 7)
        await #expect(throws: Error.self) { try await threads.run { throw Error() } }
    }
}
