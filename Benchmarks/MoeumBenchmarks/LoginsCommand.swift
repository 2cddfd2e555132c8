import ArgumentParser
import CArgon2
import Foundation
import Moeum

/// How much of what argon2 itself does a second is left once passwords wait for a pool of threads.
struct LoginsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logins",
        abstract: "Checks passwords through the site's pool and with libargon2 alone."
    )

    @Option(help: "Threads of the pool; half of the cores otherwise.")
    var threads = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)

    @Option(help: "Passwords a thread checks in each round.")
    var passwords = 50

    @Option(help: "Rounds of each, in turns; the fastest counts.")
    var rounds = 5

    private static let typed = "plumtree and pears"

    func run() async throws {
        guard let password = Password(typed: Self.typed) else { throw BenchmarkError(description: "no password") }
        let hasher = PasswordHasher(cost: .least, threads: threads)
        let encoded = try await hasher.hash(password)
        let count = min(passwords * threads, PasswordHasher.queueLimit)
        var alone = Duration.seconds(1_000)
        var pooled = alone
        for _ in 0..<max(rounds, 1) {
            alone = min(alone, try Self.alone(encoded, count: passwords))
            pooled = min(pooled, try await Self.pooled(hasher, password, encoded, count: count))
        }
        await hasher.close()
        let aloneRate = Double(passwords) / (alone / .seconds(1)) * Double(threads)
        let pooledRate = Double(count) / (pooled / .seconds(1))
        var table = Table("\(threads) threads, 19 MiB, 2 passes", "logins/s", "ratio")
        table.add("argon2 on one thread × \(threads)", aloneRate.shown(0), "1")
        table.add("through the pool", pooledRate.shown(0), "\((pooledRate / aloneRate).shown(2))×")
        table.print()
    }

    private static func alone(_ encoded: String, count: Int) throws -> Duration {
        let start = ContinuousClock.now
        for _ in 0..<count {
            guard argon2id_verify(encoded, typed, typed.utf8.count) == ARGON2_OK.rawValue else {
                throw BenchmarkError(description: "libargon2 does not know the password")
            }
        }
        return start.duration(to: .now)
    }

    private static func pooled(
        _ hasher: PasswordHasher,
        _ password: Password,
        _ encoded: String,
        count: Int
    ) async throws -> Duration {
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask { try await hasher.verify(password, against: encoded) }
            }
            for try await isRight in group where !isRight {
                throw BenchmarkError(description: "the pool does not know the password")
            }
        }
        return start.duration(to: .now)
    }
}
