import Foundation

@testable import Moeum

extension TestSite {
    /// Runs a body while both threads for long work are busy and nobody more may wait for them: what the site does there is
    /// refused.
    func whileLongWorkIsFull(_ body: () async throws -> Void) async throws {
        let (release, longWork) = (DispatchSemaphore(value: 0), app.longWork)
        let (beginnings, begin) = AsyncStream.makeStream(of: Void.self)
        let (refusals, refuse) = AsyncStream.makeStream(of: Void.self)
        func add(_ count: Int) -> [Task<Void, Never>] {
            (0..<count).map { _ in
                Task {
                    do {
                        try await longWork.run {
                            begin.yield()
                            release.wait()
                        }
                    } catch { refuse.yield() }
                }
            }
        }
        // Both threads are busy before the first of 64 waits for them: the others find no room.
        var others = add(2)
        var begun = beginnings.makeAsyncIterator()
        for _ in 0..<2 { await begun.next() }
        others += add(100)
        var refused = refusals.makeAsyncIterator()
        for _ in 0..<36 { await refused.next() }
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        for _ in others { release.signal() }
        for other in others { await other.value }
        try result.get()
    }
}
