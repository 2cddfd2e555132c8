import Foundation
import Synchronization
import Testing

@testable import Moeum

struct TTLCacheTests {
    private let start = Date(timeIntervalSince1970: 0)

    private final class Makings: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    @Test func whileOneMakesANewValueTheOthersTakeTheOldOne() {
        let kept = TTLCache<Int>(lifetime: 10)
        #expect(kept.value(at: start) { 1 } == 1)
        let later = start.addingTimeInterval(11)
        let renewed = kept.value(at: later) {
            #expect(kept.value(at: later) { 3 } == 1)
            return 2
        }
        #expect(renewed == 2)
        #expect(kept.value(at: later) { 4 } == 2)
    }

    @Test func theFirstValueIsMadeOnce() async {
        let kept = TTLCache<Int>(lifetime: 10)
        let makings = Makings()
        let values = await withTaskGroup(of: Int.self, returning: [Int].self) { group in
            for _ in 0..<8 {
                group.addTask { [start] in
                    kept.value(at: start) {
                        Thread.sleep(forTimeInterval: 0.02)
                        return makings.next()
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: 1, count: 8))
    }

    @Test func aFailureLeavesTheOldValueAndTheNextCallerTries() throws {
        struct Failure: Error {}
        let kept = TTLCache<Int>(lifetime: 10)
        #expect(throws: Failure.self) { try kept.value(at: start) { throw Failure() } }
        #expect(kept.value(at: start) { 1 } == 1)
        let later = start.addingTimeInterval(11)
        #expect(throws: Failure.self) { try kept.value(at: later) { throw Failure() } }
        #expect(kept.value(at: later) { 2 } == 2)
    }
}
