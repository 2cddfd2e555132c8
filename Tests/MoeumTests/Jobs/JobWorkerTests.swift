import Foundation
import Synchronization
import Testing

@testable import Moeum

/// Jobs of any kind: who does them, how often, and what becomes of those that fail.
@Suite(.cleanup)
struct JobWorkerTests {
    private struct Broken: Error {}

    /// Does what a test says.
    private struct Kind: JobKind {
        let name = "test"
        var rules = JobRules()
        var isAdmitted = true
        var onGiveUp: @Sendable (Transaction) throws -> Void = { _ in }
        let work: @Sendable (JobHold) async throws -> JobResult

        func run(_ job: JobHold) async throws -> JobResult { try await work(job) }
        func admits(_ transaction: Transaction, at now: Date) throws -> Bool { isAdmitted }
        func giveUp(_ job: Job, _ transaction: Transaction, at now: Date) throws { try onGiveUp(transaction) }
    }

    private struct Row: Equatable {
        var attempts = 0
        var isDead = false
        var isHeld = false
        var error: String?
    }

    private func databaseWithJob(
        on engine: TestEngine = .sqlite
    ) async throws -> (any Database, TestClock, JobWorker) {
        let database = try await engine.database(.tables)
        let clock = TestClock()
        try await database.write { try $0.addJob("test", "a", payload: "words", due: clock.now) }
        return (database, clock, .quiet(database) { clock.now })
    }

    private func row(_ database: any Database) async throws -> Row? {
        try await database.read { transaction in
            try transaction.first("SELECT attempts, died_at, lease, error FROM jobs WHERE kind = 'test'") { row in
                Row(
                    attempts: try row.int(0),
                    isDead: !row.isNull(1),
                    isHeld: !row.isNull(2),
                    error: try row.optionalString(3)
                )
            }
        }
    }

    @Test("A job is done once and is gone", arguments: TestEngine.available)
    func doOnce(_ engine: TestEngine) async throws {
        let (database, _, worker) = try await databaseWithJob(on: engine)
        let done = Mutex<[String?]>([])
        let kind = Kind { job in
            done.withLock { $0.append(job.job.payload) }
            return JobResult(commit: { try $0.setSiteValue("test", to: "done") })
        }
        // There is one of each key.
        try await database.write { try $0.addJob("test", "a", payload: "others", due: .now) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...8 { group.addTask { try await worker.drain(kind) } }
            try await group.waitForAll()
        }
        #expect(done.withLock { $0 } == ["words"])
        #expect(try await row(database) == nil)
        #expect(try await database.read { try $0.siteValue("test") } == "done")
    }

    @Test("A job that fails is tried again later and given up in the end", arguments: TestEngine.available)
    func retryJob(_ engine: TestEngine) async throws {
        let (database, clock, worker) = try await databaseWithJob(on: engine)
        let backoff = RetryBackoff(firstDelay: 100, maxDelay: 100, maxAttempts: 2)
        let kind = Kind(
            rules: JobRules(backoff: backoff),
            onGiveUp: { try $0.setSiteValue("test", to: "told") },
            work: { _ in throw Broken() }
        )
        try await worker.drain(kind)
        #expect(try await row(database) == Row(attempts: 1, error: "Broken()"))
        clock.move(74)
        #expect(try await worker.doNext(kind) == .nothing)
        #expect(try await database.read { try $0.siteValue("test") } == nil)
        clock.move(52)
        try await worker.drain(kind)
        #expect(try await row(database) == Row(attempts: 2, isDead: true, error: "Broken()"))
        #expect(try await database.read { try $0.siteValue("test") } == "told")
        clock.move(1_000)
        #expect(try await worker.doNext(kind) == .nothing)
        // Asked for again, it starts from the beginning.
        try await database.write { try $0.addJob("test", "a", due: clock.now) }
        #expect(try await row(database) == Row())
    }

    @Test("A job that cannot be done is given up at once") func giveUpAtOnce() async throws {
        let (database, _, worker) = try await databaseWithJob()
        try await worker.drain(Kind { _ in throw JobFailure(reason: "no", isPermanent: true) })
        #expect(try await row(database) == Row(attempts: 1, isDead: true, error: "no"))
    }

    @Test("A dead process's job is done by another once its lease is over", arguments: TestEngine.available)
    func takeOverJob(_ engine: TestEngine) async throws {
        let (database, clock, worker) = try await databaseWithJob(on: engine)
        let kind = Kind { _ in JobResult() }
        let held = try #require(try await database.write { try $0.takeJob(kind, as: 1, at: clock.now) })
        let counts = try await database.read { try $0.jobCounts(of: "test", at: clock.now) }
        #expect(counts.running == 1 && counts.waiting == 0)
        clock.move(59)
        #expect(try await worker.doNext(kind) == .nothing)
        clock.move(1)
        let late = JobHold(held, database) { clock.now }
        let other = Kind { _ in
            // The dead one comes back to life: it writes nothing.
            await #expect(throws: JobLost.self) { try await late.database.write { _ in } }
            return JobResult()
        }
        try await worker.drain(other)
        #expect(try await row(database) == nil)
        await #expect(throws: JobLost.self) { try await database.write { try $0.finishJob(held, again: nil) } }
    }

    @Test(
        "What a server has for itself is counted on it alone, and waits until it runs",
        arguments: TestEngine.available
    )
    func countOwn(_ engine: TestEngine) async throws {
        let (database, clock, _) = try await databaseWithJob(on: engine)
        let (here, gone) = (
            RecurringJob("files", every: 60, key: "here") {}, RecurringJob("files", every: 60, key: "gone") {}
        )
        try await database.write { transaction in
            try transaction.registerJob(gone, at: clock.now)
            try transaction.registerJob(here, at: clock.now + 90)
        }
        clock.move(100)
        func counts() async throws -> JobCounts? {
            try await database.read { try $0.jobCounts(for: [here], at: clock.now)["files"] }
        }
        var waiting = JobCounts(kind: "files", waiting: 1)
        (waiting.dueSince, waiting.next) = (clock.now - 10, clock.now - 10)
        #expect(try await counts() == waiting)
        _ = try await database.write { try $0.takeJob(here, as: 1, at: clock.now) }
        let running = try #require(try await counts())
        #expect(running.running == 1 && running.waiting == 0 && running.dueSince == nil)
    }

    @Test("A job that keeps ending processes is given up") func giveUpCrasher() async throws {
        let (database, clock, worker) = try await databaseWithJob()
        let kind = Kind(rules: JobRules(backoff: RetryBackoff(maxAttempts: 2))) { _ in JobResult() }
        for lease: Int64 in 1...2 {
            let job = try await database.write {
                try $0.takeJob(kind, as: Identifier(rawValue: lease), at: clock.now)
            }
            #expect(job != nil)
            clock.move(61)
        }
        try await worker.drain(kind)
        #expect(try await row(database)?.isDead == true)
    }

    @Test("Work that loses its lease is cancelled and commits nothing") func cancelLostWork() async throws {
        let (database, _, usual) = try await databaseWithJob()
        var worker = usual
        worker.heartbeat = .milliseconds(1)
        let wasCancelled = Mutex(false)
        let kind = Kind { job in
            try await database.write { try $0.execute("UPDATE jobs SET lease = 99") }
            do { try await Task.sleep(for: .seconds(3_600)) } catch {
                wasCancelled.withLock { $0 = true }
            }
            return JobResult(commit: { try $0.setSiteValue("test", to: "done") })
        }
        try await worker.drain(kind)
        #expect(wasCancelled.withLock { $0 })
        #expect(try await database.read { try $0.siteValue("test") } == nil)
        #expect(try await row(database) == Row(attempts: 1, isHeld: true))
    }

    @Test("A recurring job waits for its time", arguments: TestEngine.available)
    func waitForInterval(_ engine: TestEngine) async throws {
        let database = try await engine.database(.tables)
        let clock = TestClock()
        let count = Mutex(0)
        let isBroken = Mutex(true)
        let worker = JobWorker.quiet(database) { clock.now }
        let kind = RecurringJob("test", every: 3_600) {
            count.withLock { $0 += 1 }
            if isBroken.withLock({ $0 }) { throw Broken() }
        }
        for _ in 1...2 { try await database.write { try $0.registerJob(kind, at: clock.now) } }
        try await worker.drain(kind)
        #expect(try await row(database) == Row(attempts: 1, error: "Broken()"))
        isBroken.withLock { $0 = false }
        clock.move(20)
        try await worker.drain(kind)
        #expect(try await row(database) == Row() && count.withLock { $0 } == 2)
        clock.move(3_599)
        try await worker.drain(kind)
        #expect(count.withLock { $0 } == 2)
        clock.move(1)
        try await worker.drain(kind)
        #expect(count.withLock { $0 } == 3)
        // A clock that was far ahead holds nothing up once it is set back.
        clock.move(-400 * 86_400)
        try await worker.drain(kind)
        #expect(count.withLock { $0 } == 4)
    }

    @Test("A recurring job waits for its backoff after a failure, and not after a new start")
    func waitForBackoff() async throws {
        let database = try await TestEngine.sqlite.database(.tables)
        let clock = TestClock()
        let worker = JobWorker.quiet(database) { clock.now }
        let count = Mutex(0)
        let backoff = RetryBackoff(firstDelay: 3_600, maxDelay: 3_600, maxAttempts: .max)
        let kind = Kind(rules: JobRules(backoff: backoff, interval: 60)) { _ in
            count.withLock { $0 += 1 }
            throw Broken()
        }
        try await database.write { try $0.registerJob(kind, at: clock.now) }
        for seconds in [0.0, 61, 2_600, 2_000] {
            clock.move(seconds)
            try await worker.drain(kind)
        }
        #expect(count.withLock { $0 } == 2)
        // A new start tries again.
        try await database.write { try $0.registerJob(kind, at: clock.now) }
        try await worker.drain(kind)
        #expect(count.withLock { $0 } == 3)
    }

    @Test("No job is taken that its kind does not admit") func respectAdmission() async throws {
        let (database, _, worker) = try await databaseWithJob()
        let kind = Kind(isAdmitted: false) { _ in JobResult() }
        #expect(try await worker.doNext(kind) == .nothing)
        #expect(try await row(database) == Row())
    }

    @Test("After a failure the others of its kind wait where the kind says so", arguments: TestEngine.available)
    func waitAfterFailure(_ engine: TestEngine) async throws {
        let (database, clock, worker) = try await databaseWithJob(on: engine)
        try await database.write { try $0.addJob("test", "b", due: clock.now) }
        let asked = Mutex<[String]>([])
        var kind = Kind(rules: JobRules(delayAfterFailure: 60)) { hold in
            asked.withLock { $0.append(hold.job.key) }
            throw Broken()
        }
        #expect(try await worker.drain(kind) == 60)
        #expect(asked.withLock { $0 } == ["a"])
        kind.rules.delayAfterFailure = nil
        #expect(try await worker.drain(kind) == nil)
        #expect(asked.withLock { $0 } == ["a", "b"])
    }

    @Test("Delays grow and are spread") func spreadDelays() {
        let backoff = RetryBackoff()
        for attempts in 1...60 {
            let plain = min(3_600, 15 * pow(2, Double(attempts - 1)))
            let delays = (0..<50).map { _ in backoff.delay(after: attempts) }
            #expect(delays.allSatisfy { abs($0 - plain) <= plain / 4 })
            #expect(Set(delays).count > 10)
        }
    }
}
