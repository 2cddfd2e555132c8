import Foundation
import Hummingbird
import Testing

@testable import Moeum

/// The hygiene grades as their API sends them.
@Suite(.cleanup)
struct GradeClientTests {
    /// A server with so many rows, of which it sends a part.
    private func server(rows total: Int, sending sent: Int? = nil, code: String = "INFO-000") async throws -> String {
        let router = Router()
        router.get("api/:key/C004/json/:start/:end") { _, context -> String in
            let start = try context.parameters.require("start", as: Int.self)
            let end = try context.parameters.require("end", as: Int.self)
            let last = min(end, sent ?? total)
            let rows = start > last ? [] : (start...last).map { #"{"BSSH_NM":"가게\#($0)"}"# }
            let row = rows.isEmpty ? "" : #","row":[\#(rows.joined(separator: ","))]"#
            return #"{"C004":{"total_count":"\#(total)"\#(row),"RESULT":{"MSG":"","CODE":"\#(code)"}}}"#
        }
        return "http://127.0.0.1:\(try await LiveRouter.start(router))"
    }

    private func fetch(_ address: String) async throws -> [String] {
        let client = GradeClient(key: "secret-key", baseURL: address, pause: .zero)
        return try await client.fetch(into: try temporaryFolder(), onRows: { _, _ in })
    }

    @Test("All pages become files") func fetchPages() async throws {
        let paths = try await fetch(try await server(rows: 2_500))
        #expect(paths.count == 3)
        let last = try String(contentsOfFile: try #require(paths.last), encoding: .utf8)
        #expect(last.contains("가게2500") && !last.contains("가게2000\""))
    }

    @Test("A list that does not come as a whole is refused") func refuseParts() async throws {
        let part = try await server(rows: 2_500, sending: 1_200)
        let parts = await #expect(throws: GradeClient.Failure.self) { try await fetch(part) }
        #expect(parts?.description == "1200 rows came of 2500 announced")
        let refused = try await server(rows: 10, code: "INFO-100")
        let badKey = await #expect(throws: GradeClient.Failure.self) { try await fetch(refused) }
        #expect(badKey?.description.contains("INFO-100") == true)
        #expect(badKey?.description.contains("secret-key") == false)
    }
}
