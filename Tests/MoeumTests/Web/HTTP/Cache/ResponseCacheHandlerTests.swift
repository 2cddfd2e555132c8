import Foundation
import Testing

@testable import Moeum
@testable import Web

/// Answers from memory over real sockets: the same as the others, and in their order.
@Suite(.cleanup)
struct ResponseCacheHandlerTests {
    private static func get(_ path: String, _ fields: String = "", method: String = "GET") -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }

    private static let last = get("/robots.txt", "Connection: close\r\n")

    /// The fields of an answer, without its time.
    private static func fields(_ answer: some StringProtocol) -> Set<String> {
        let head = answer.components(separatedBy: "\r\n\r\n")[0]
        return Set(head.split(separator: "\r\n").map { $0.lowercased() }.filter { !$0.hasPrefix("date:") })
    }

    @Test("An answer from memory has the same fields and bytes") func answerAlike() async throws {
        let site = try await LiveSite()
        for path in ["/about", "/", "/districts/mapo"] {
            let first = await RawConnection.exchange(site.port, [Self.get(path, "Connection: close\r\n")])
            let hits = site.app.responseCache?.statistics.hits ?? 0
            let kept = await RawConnection.exchange(site.port, [Self.get(path)]) { answer in
                answer.bytes.count >= first.bytes.count
            }
            #expect(site.app.responseCache?.statistics.hits == hits + 1)
            #expect(kept.statuses == [200] && kept.text.contains("\r\nDate: "))
            // HEAD and GET alike say how long the page is.
            #expect(Self.fields(kept.text) == Self.fields(first.text))
            #expect(
                kept.text.components(separatedBy: "\r\n\r\n")[1] == first.text.components(separatedBy: "\r\n\r\n")[1]
            )
        }
    }

    @Test("Answers keep the order of their requests") func keepOrder() async throws {
        let site = try await LiveSite()
        _ = await RawConnection.exchange(site.port, [Self.get("/about", "Connection: close\r\n")])
        // A page that must be made, one from memory, one for its head, one that is known, one that does not exist.
        let requests = [
            Self.get("/places?q=gimbap"), Self.get("/about"), Self.get("/about", method: "HEAD"),
            Self.get("/about", "If-None-Match: *\r\n"), Self.get("/nowhere"), Self.get("/about"),
        ]
        let answer = await RawConnection.exchange(site.port, [(requests + [Self.last]).joined()])
        #expect(answer.statuses == [200, 200, 200, 304, 404, 200, 200] && answer.isClosed)
    }

    @Test("Requests answered from memory are counted and keep the connection") func countHits() async throws {
        let site = try await LiveSite()
        let count = 40
        let requests = String(repeating: Self.get("/about"), count: count) + Self.last
        let answer = await RawConnection.exchange(site.port, [requests])
        #expect(answer.statuses == [Int](repeating: 200, count: count + 1))
        let text = site.app.observers.metrics.text([])
        #expect(text.contains(#"moeum_http_requests_total{route="/about",status="200"} \#(count)"#))
    }

    @Test("A client that does not read gets what fits, and the rest when it reads")
    func holdBackAnswers() async throws {
        let site = try await LiveSite()
        let count = 300
        let requests = String(repeating: Self.get("/districts/mapo"), count: count) + Self.last
        let pace = RawConnection.Pace(piece: 65_536, pauseMicroseconds: 100, bufferBytes: 4_096)
        let answer = await RawConnection.exchange(site.port, [requests], reading: pace)
        #expect(answer.statuses.count == count + 1 && answer.isClosed)
    }
}
