import Foundation
import HTTPTypes
import Logging
import RouterClient
import Synchronization
import Testing

@testable import Moeum
@testable import Web

/// What is written of each request, and how a line looks to programs.
struct AccessLogTests {
    /// One line of the log.
    private struct Line: Sendable {
        let level: Logger.Level
        let words: String
        let metadata: Logger.Metadata
    }

    private final class Lines: Sendable {
        private let kept = Mutex<[Line]>([])

        /// Those of requests alone.
        var requests: [Line] { kept.withLock { $0.filter { $0.words == "request" } } }

        func add(_ line: Line) { kept.withLock { $0.append(line) } }
    }

    private struct Recorder: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.add(Line(level: event.level, words: "\(event.message)", metadata: event.metadata ?? [:]))
        }
    }

    /// Gives a body somebody logged in and somebody not, at a site whose log is kept.
    private static func run(
        at level: Logger.Level,
        _ body: (_ member: TestBrowser, _ visitor: TestBrowser, Account.ID, Lines) async throws -> Void
    ) async throws {
        try await TestSite.withSample { site in
            let lines = Lines()
            let client = try Self.client(site, lines, level)
            let (member, visitor) = (TestBrowser(site, client), TestBrowser(site, client))
            let account = try await site.logIn(member, nickname: "가람")
            try await body(member, visitor, account, lines)
        }
    }

    private static func client(_ site: TestSite, _ lines: Lines, _ level: Logger.Level) throws -> RouterClient {
        let logger = Logger(label: "test") { _ in Recorder(lines: lines, logLevel: level) }
        let app = try App(config: site.app.config, database: site.app.database, logger: logger)
        return try RouterClient(Routes.router(app), logger: logger)
    }

    @Test func aMembersLinesNameTheAccountAndNothingElseOfThem() async throws {
        try await Self.run(at: .info) { member, visitor, account, lines in
            _ = try await member.get("/favourites")
            _ = try await visitor.get("/places")
            _ = try await visitor.get("/favourites")
            #expect(lines.requests.map { $0.metadata["account"]?.description } == ["\(account)", nil, nil])
            let names: Set = ["id", "method", "path", "status", "bytes", "us", "from"]
            #expect(lines.requests.map { Set($0.metadata.keys) } == [names.union(["account"]), names, names])
        }
    }

    @Test func aRefusalSaysWhoWasRefusedEvenWhereOtherLinesAreNotWritten() async throws {
        try await Self.run(at: .notice) { member, visitor, account, lines in
            let refused = try await member.get("/admin")
            let fine = try await member.get("/places")
            let foreign = try await visitor.post("/favourites/1", [:], [.secFetchSite: "cross-site"])
            #expect([refused, fine, foreign].map(\.status.code) == [403, 200, 403])
            #expect(lines.requests.map(\.level) == [.notice])
            #expect(lines.requests.first?.metadata["account"]?.description == "\(account)")
            #expect(lines.requests.first?.metadata["path"]?.description == "/admin")
        }
    }

    @Test func numbersAreNumbersForPrograms() throws {
        let handler = LineLogHandler(label: "test", level: .info, isJSON: true)
        let event = LogEvent(
            level: .info,
            message: "request",
            metadata: [
                "status": .stringConvertible(204), "bytes": .stringConvertible(Int64(5)), "id": "17", "from": "a\n\"b",
            ],
            source: "test",
            file: #fileID,
            function: #function,
            line: #line
        )
        let line = try #require(
            try JSONSerialization.jsonObject(with: Data(handler.line(of: event))) as? [String: Any]
        )
        #expect(line["status"] is Int && line["status"] as? Int == 204 && line["bytes"] as? Int == 5)
        #expect(line["id"] as? String == "17" && line["from"] as? String == "a\n\"b")
        #expect(String(decoding: handler.line(of: event), as: UTF8.self).contains("\"status\":204"))
    }
}
