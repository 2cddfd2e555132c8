import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import Moeum

/// How an export leaves: bit by bit, where it keeps nobody else waiting.
@Suite(.cleanup)
struct DiaryExportTests {
    private struct Gone: Error, Equatable {}

    /// A client that takes so many pieces and then is gone.
    private final class Client: ResponseBodyWriter {
        let pieces = Mutex(0)
        private let maxPieces: Int

        init(maxPieces: Int) { self.maxPieces = maxPieces }

        func write(_ buffer: ByteBuffer) async throws {
            let count = pieces.withLock { pieces in
                pieces += 1
                return pieces
            }
            if count > maxPieces { throw Gone() }
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    private static func siteWithDiary(
        _ format: DiaryExportQuery.Format
    ) async throws -> (TestSite, Account.ID, export: @Sendable () async throws -> Response) {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let account = try await site.logIn(browser, nickname: "가람")
        try await site.app.database.write { transaction in
            for number in 0..<250 { try transaction.insert(DiaryFixture("글 \(number)", "2025-05-05", account)) }
        }
        return (
            site, account,
            {
                DiaryExport(
                    app: site.app,
                    account: account,
                    format: format,
                    range: DiaryExportRange(),
                    language: .korean
                ).response(try await site.app.acquireExportLock(of: account))
            }
        )
    }

    @Test("An export ends where its client leaves, and the next can begin", arguments: DiaryExportQuery.Format.allCases)
    func endWithClient(_ format: DiaryExportQuery.Format) async throws {
        let (_, _, export) = try await Self.siteWithDiary(format)
        for _ in 1...2 {
            let client = Client(maxPieces: 1)
            await #expect(throws: Gone()) { try await export().body.write(client) }
            #expect(client.pieces.withLock { $0 } == 2)
        }
    }

    /// Names, texts and sums of what may be thousands of entries.
    @Test("The long work of an export is done apart from the requests", arguments: DiaryExportQuery.Format.allCases)
    func workApart(_ format: DiaryExportQuery.Format) async throws {
        let (site, _, export) = try await Self.siteWithDiary(format)
        try await site.whileLongWorkIsFull {
            await #expect(throws: Problem.unavailable) { try await export().body.write(Client(maxPieces: .max)) }
        }
        try await export().body.write(Client(maxPieces: .max))
    }
}
