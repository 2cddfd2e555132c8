import Synchronization
import Testing

@testable import Moeum

struct JobQueueTests {
    @Test func everyJobRunsOnceWhoeverIsWoken() async {
        let queue = JobQueue<Int>(limit: 100_000)
        let done = Mutex<[Int: Int]>([:])
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                queue.startThread(named: "worker \(number)", batch: 1) { next in
                    while let jobs = next() { done.withLock { done in jobs.forEach { done[$0, default: 0] += 1 } } }
                }
            }
            for part in 0..<8 {
                group.addTask { for job in 0..<1_000 { #expect(queue.add(part * 1_000 + job)) } }
            }
        }
        await queue.close()
        #expect(done.withLock { $0.count } == 8_000)
        #expect(done.withLock { $0.values.allSatisfy { $0 == 1 } })
        #expect(!queue.add(0))
    }

    @Test func finishingEndsItsThreads() async {
        let queue = JobQueue<Int>(limit: 1)
        let ended = Mutex(0)
        for number in 0..<3 {
            queue.startThread(named: "worker \(number)", batch: 1) { next in
                while next() != nil {}
                ended.withLock { $0 += 1 }
            }
        }
        queue.finish()
        #expect(!queue.add(0))
        await queue.close()
        #expect(ended.withLock { $0 } == 3)
    }
}
