import Foundation

/// Something to be done by whichever server comes first.
struct Job: Sendable, Equatable {
    let kind: String
    /// Which of its kind; a kind has each once.
    let key: String
    /// What is needed to do it and stands nowhere else.
    let payload: String?
    /// With this one.
    let attempts: Int
    /// Who does it; another number means that another process does it now.
    let lease: Identifier<JobLease>
    /// Why the last attempt failed.
    let error: String?
    /// When it was to be done first.
    let dueAt: Date
    let diedAt: Date?
}

/// What is done as jobs of one kind.
protocol JobKind: Sendable {
    var name: String { get }
    var rules: JobRules { get }

    /// Does one job. May run more than once, where a process dies or loses its lease.
    /// - Throws: what makes it be tried again later; a `JobFailure` says whether that makes sense.
    func run(_ hold: JobHold) async throws -> JobResult

    /// Of a recurring job that is due: whether there is anything to do. Asked in a read: where there is nothing, the job is not
    /// taken, and nothing is written.
    func hasWork(_ transaction: Transaction, at now: Date) throws -> Bool

    /// Whether a job may be taken now; asked in the write that takes it.
    func admits(_ transaction: Transaction, at now: Date) throws -> Bool

    /// Tells whom it concerns that the job is not tried any more, in the write that says so.
    func giveUp(_ job: Job, _ transaction: Transaction, at now: Date) throws

    /// Prepares a job that was given up for another attempt, which staff ask for.
    /// - Returns: false where it cannot be done any more.
    func prepareRetry(of key: String, _ transaction: Transaction) throws -> Bool

    /// What staff read of a job that was given up, in their language; nil for its key alone.
    func subject(of key: String, _ language: Language, _ transaction: Transaction) throws -> JobSubject?
}

extension JobKind {
    func hasWork(_ transaction: Transaction, at now: Date) throws -> Bool { true }
    func admits(_ transaction: Transaction, at now: Date) throws -> Bool { true }
    func giveUp(_ job: Job, _ transaction: Transaction, at now: Date) throws {}
    func prepareRetry(of key: String, _ transaction: Transaction) throws -> Bool { true }
    func subject(of key: String, _ language: Language, _ transaction: Transaction) throws -> JobSubject? { nil }
}

/// How the jobs of a kind are done.
struct JobRules: Sendable {
    var concurrency = 1
    var backoff = RetryBackoff()
    /// How long a server waits with the next job after one that failed, because it would fail in the same way, in seconds; nil
    /// where it does not wait.
    var delayAfterFailure: TimeInterval?
    /// For what is done again and again: from one to the next, in seconds.
    var interval: TimeInterval?
    /// Of a recurring job: a process does the one of this key alone.
    var key = ""
}

/// When a job that failed is tried again, and how often.
struct RetryBackoff: Sendable {
    /// In seconds.
    var firstDelay: TimeInterval = 15
    var factor = 2.0
    var maxDelay: TimeInterval = 3_600
    /// About a day and a half with the delays above.
    var maxAttempts = 45

    /// In seconds: longer each time, plus or minus up to a quarter at random, so that what failed together is spread.
    func delay(after attempts: Int) -> TimeInterval {
        min(maxDelay, firstDelay * pow(factor, Double(max(0, attempts - 1)))) * .random(in: 0.75...1.25)
    }
}

/// What becomes of a job that was done.
struct JobResult: Sendable {
    var again: Date?
    /// What is written together with the job's end.
    var commit: @Sendable (Transaction) throws -> Void = { _ in }
    /// Comes last, with whether that was committed.
    var cleanUp: @Sendable (_ isCommitted: Bool) async -> Void = { _ in }
}

/// Why a job was not done.
struct JobFailure: Error {
    /// For staff.
    let reason: String
    /// For the log, without addresses; nil for the same.
    var summary: String?
    /// Whether another attempt would fail in the same way.
    var isPermanent = false
}

/// What staff read of a job.
struct JobSubject: Sendable {
    let title: String
    /// An address that stands in the reason, which is private.
    var recipient: String?
    var canRetry = true
}

/// Work that is done again and again, by one server at a time.
struct RecurringJob: JobKind {
    let name: String
    let rules: JobRules
    private let hasWork: @Sendable (Transaction, _ now: Date) throws -> Bool
    private let work: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - interval: in seconds, the least from one to the next.
    ///   - key: whose it is where each process has its own.
    ///   - hasWork: whether there is anything to do; asked every few seconds once the interval is over, so it has to be cheap.
    init(
        _ name: String,
        every interval: TimeInterval,
        key: String = "",
        hasWork: @escaping @Sendable (Transaction, _ now: Date) throws -> Bool = { _, _ in true },
        work: @escaping @Sendable () async throws -> Void
    ) {
        (self.name, self.hasWork, self.work) = (name, hasWork, work)
        rules = JobRules(
            backoff: RetryBackoff(maxDelay: interval, maxAttempts: .max),
            interval: interval,
            key: key
        )
    }

    func hasWork(_ transaction: Transaction, at now: Date) throws -> Bool { try hasWork(transaction, now) }

    func run(_ hold: JobHold) async throws -> JobResult {
        try await work()
        return JobResult()
    }
}
