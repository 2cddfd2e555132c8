import Foundation
import Synchronization
import Testing

@testable import Moeum

struct JobQueueTests {
    @Test("Every job runs once, whichever thread is woken") func runOnce() async {
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

    /// Two threads, three jobs of one owner: the second thread is left to others, and what waits is done in its order.
    @Test("One job of an owner is done at a time, in the order in which they came") func oneOfEachOwner() async {
        let queue = JobQueue<@Sendable () -> Void>(limit: 1_024)
        for number in 0..<2 {
            queue.startThread(named: "worker \(number)", batch: 1) { next in
                while let jobs = next() { for job in jobs { job() } }
            }
        }
        let release = DispatchSemaphore(value: 0)
        let done = Mutex<[String]>([])
        let (events, event) = AsyncStream.makeStream(of: Void.self)
        func add(_ name: String, of owner: Int64?, waits: Bool = false) {
            let isTaken = queue.add(
                {
                    if waits {
                        event.yield()
                        release.wait()
                    }
                    done.withLock { $0.append(name) }
                    if !waits { event.yield() }
                },
                of: owner
            )
            #expect(isTaken, "\(name)")
        }
        var next = events.makeAsyncIterator()
        add("garam 1", of: 1, waits: true)
        await next.next()
        for (name, owner) in [("garam 2", 1), ("garam 3", 1), ("narae", 2), ("visitor", nil)] as [(String, Int64?)] {
            add(name, of: owner)
        }
        for _ in 0..<2 { await next.next() }
        #expect(done.withLock { $0 } == ["narae", "visitor"])
        release.signal()
        for _ in 0..<2 { await next.next() }
        #expect(done.withLock { $0 } == ["narae", "visitor", "garam 1", "garam 2", "garam 3"])
        await queue.close()
    }

    @Test("One owner cannot fill the queue") func leaveRoomForOthers() {
        let queue = JobQueue<Int>(limit: 16)
        #expect((0..<6).map { queue.add($0, of: 1) } == [true, true, true, true, false, false])
        #expect(queue.add(6, of: 2) && queue.add(7))
    }

    @Test("Finishing ends its threads") func finishThreads() async {
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
