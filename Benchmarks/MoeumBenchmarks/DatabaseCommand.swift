import ArgumentParser
import Foundation
import Moeum

/// Durable writes from many tasks at once: shared commits against one transaction a write.
struct DatabaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "database",
        abstract: "32 writers at synchronous FULL: shared commits against one transaction for each write."
    )

    @Option(help: "Tasks that write at the same time.") var writers = 32
    @Option(help: "Seconds of each round.") var seconds = 2.0
    @Option(help: "Rounds of each kind, in turns; the median counts.") var rounds = 5

    func run() async throws {
        var (single, shared): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            single.append(try await rate(writesPerCommit: 1))
            shared.append(try await rate(writesPerCommit: 64))
        }
        let (one, many) = (single.sorted()[rounds / 2], shared.sorted()[rounds / 2])
        var table = Table("\(writers) writers, FULL", "writes/s", "ratio")
        table.add("one transaction a write", one.shown(0), "1")
        table.add("shared commits", many.shown(0), "\((many / one).shown(1))×")
        table.print()
    }

    /// Acknowledged writes a second, on a database of its own.
    private func rate(writesPerCommit: Int) async throws -> Double {
        let folder = FileManager.default.temporaryDirectory.appending(path: "moeum-benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try SQLiteDatabase(
            path: folder.appending(path: "moeum.sqlite").path(),
            writesPerCommit: writesPerCommit
        )
        try await database.write {
            try $0.execute("CREATE TABLE notes (id BIGINT PRIMARY KEY, writer BIGINT NOT NULL, body TEXT NOT NULL)")
        }
        let (writers, length) = (writers, Duration.seconds(seconds))
        let start = ContinuousClock.now
        let written = try await withThrowingTaskGroup(of: Int.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    var count = 0
                    while start.duration(to: .now) < length {
                        let id = Int64(count * writers + writer)
                        try await database.write {
                            try $0.execute(
                                "INSERT INTO notes (id, writer, body) VALUES (\(id), \(writer), \(Self.body))"
                            )
                        }
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        let elapsed = start.duration(to: .now).milliseconds
        let stored = try await database.read { try $0.first("SELECT COUNT(*) FROM notes") { try $0.int(0) } }
        await database.close()
        guard stored == written else { throw BenchmarkError(description: "acknowledged writes are missing") }
        return Double(written) / elapsed * 1_000
    }

    /// About as long as a short review.
    private static let body = String(repeating: "국물이 맑고 깍두기가 아삭합니다. ", count: 6)
}
