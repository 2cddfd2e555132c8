import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Moeum

/// The server's limits, over real sockets, with less patience than in earnest.
@Suite(.cleanup, .serialized) struct ServerLimitsTests {
    private static let healthy = "GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let last = "GET /robots.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    private static func form(_ fields: String, length: Int) -> String {
        "POST /preferences HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: none\r\n\(fields)"
            + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(length)\r\n\r\n"
    }

    /// What comes until the server waits for the body, and what after it.
    private static func answersInTurn(_ port: Int, _ head: String, _ body: String) async throws
        -> [RawConnection.Answer]
    {
        let connection = try #require(RawConnection(port))
        return await RawConnection.onThread {
            defer { connection.close() }
            connection.send(head)
            let invitation = connection.receive { $0.text.hasSuffix(" 100 Continue\r\n\r\n") }
            connection.send(body)
            return [invitation, connection.receive()]
        }
    }

    @Test("Ambiguous requests are refused") func refuseAmbiguous() async throws {
        let site = try await LiveSite()
        for head in [
            "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a/b<script>\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 40_000))\r\n\r\n",
            "\u{16}\u{03}\u{01}garbage\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nCookie: 가\(String(repeating: "\u{301}\u{323}", count: 3_500))=1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nAccept: \(String(repeating: "\u{1F1E6}", count: 3_500))\r\n\r\n",
        ] {
            let answer = await RawConnection.exchange(site.port, [head])
            // The parser's own refusals close at once; with bytes unread that resets, and the answer is lost.
            let isRefused = answer.statuses.first.map { (400..<500).contains($0) } ?? answer.bytes.isEmpty
            #expect(isRefused && answer.isClosed, "\(head.prefix(60)): \(answer.text.prefix(80))")
        }
        let fine = await RawConnection.exchange(site.port, [Self.last])
        #expect(fine.statuses == [200])
    }

    /// As mail programs pass links on.
    @Test("An escaped address is the same") func unescapePath() async throws {
        let site = try await LiveSite()
        for path in ["/%72obots.txt", "/%70l%61ces?q=%EB%83%89%EB%A9%B4", "/places"] {
            let answer = await RawConnection.exchange(
                site.port,
                ["GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"]
            )
            #expect(answer.statuses == [200], "\(path)")
        }
    }

    @Test("A refusal arrives though more was sent") func deliverRefusal() async throws {
        let site = try await LiveSite()
        let head = "POST / HTTP/1.1\r\nContent-Length: 900000\r\n\r\n"
        let body = String(repeating: "b", count: 300_000)
        let answer = await RawConnection.exchange(site.port, [head, body, body, body], pauseMicroseconds: 50_000)
        #expect(answer.statuses == [400] && answer.isClosed)
    }

    @Test("A client that is too slow is disconnected") func endSlowClient() async throws {
        func impatient(_ limits: inout ServerLimits) {
            limits.head = .seconds(4)
            limits.body = .seconds(4)
            limits.idle = .seconds(4)
        }
        let site = try await LiveSite(limits: impatient)
        let silent = await RawConnection.exchange(site.port, [""])
        #expect(silent.isClosed && silent.bytes.isEmpty)
        let slow = ["GET / HT", "TP/1.1\r\nHo"]
        let slowHead = await RawConnection.exchange(site.port, slow, pauseMicroseconds: 900_000)
        #expect(slowHead.isClosed && slowHead.bytes.isEmpty)
        let drip = [Self.form("", length: 90)] + Array(repeating: "a", count: 8)
        let dripped = await RawConnection.exchange(site.port, drip, pauseMicroseconds: 300_000)
        #expect(!dripped.statuses.contains(303) && dripped.isClosed)
        let idle = await RawConnection.exchange(site.port, [Self.healthy])
        #expect(idle.statuses == [200] && idle.isClosed)
    }

    /// Anyone who sends more than a kibibyte a second is not slow, and yet not for ever.
    @Test("A body that never ends is cut off") func endEndlessBody() async throws {
        func impatient(_ limits: inout ServerLimits) {
            limits.form = .seconds(3)
            limits.maxBytes = 300_000
        }
        let site = try await LiveSite(limits: impatient)
        let drip = [Self.form("", length: 290_000)] + Array(repeating: String(repeating: "a", count: 2_000), count: 8)
        let answer = await RawConnection.exchange(site.port, drip, pauseMicroseconds: 500_000)
        #expect(!answer.statuses.contains(303) && answer.isClosed)
    }

    @Test("Long bodies may take longer") func allowLongBody() {
        let limits = ServerLimits().taking(Routes.maxBytesByPath)
        func time(_ path: String, _ type: String = "multipart/form-data; boundary=a") -> TimeAmount {
            limits.bodyTime(
                of: .init(method: .post, scheme: nil, authority: nil, path: path, headerFields: [.contentType: type])
            )
        }
        #expect(time("/preferences") == .seconds(120) && time("/uploads") == .minutes(10))
        #expect(time("/uploads", "application/x-www-form-urlencoded") == .seconds(120))
        let archive = time("/settings/import")
        #expect(archive > .minutes(60))
        // Its place is not given away while it comes.
        #expect(ArchiveJob.uploadLength > Double(archive.nanoseconds) / 1e9 + 600)
    }

    /// The second head comes apart from the first request, or begins in the same packet.
    @Test(
        "Every head of a connection has its time",
        arguments: [("", "GET / HTTP/1.1\r\n"), ("GET / H", "TTP/1.1\r\nX: 1")]
    )
    func timeHeads(_ beginning: String, _ rest: String) async throws {
        let site = try await LiveSite(limits: { $0.head = .seconds(4) })
        let drip = [Self.healthy + beginning] + rest.map { "\($0)" }
        let answer = await RawConnection.exchange(site.port, drip, pauseMicroseconds: 500_000)
        #expect(answer.statuses == [200] && answer.isClosed)
    }

    @Test("A client that waits is asked for its body") func inviteBody() async throws {
        let site = try await LiveSite()
        let head = Self.form("Expect: 100-continue\r\nConnection: close\r\n", length: 7)
        let answers = try await Self.answersInTurn(site.port, head, "lang=en")
        #expect(answers.map(\.statuses) == [[100], [303]])
    }

    @Test("Answers keep the order of their requests") func keepOrder() async throws {
        let site = try await LiveSite()
        let page = "GET /places HTTP/1.1\r\nHost: a\r\n\r\n"
        let bad = await RawConnection.exchange(site.port, [page + page + "GET / HTTP/1.1\r\n\r\n" + page])
        #expect(bad.statuses == [200, 200, 400] && bad.isClosed)
        let waits = Self.form("Expect: 100-continue\r\nConnection: close\r\n", length: 7)
        let asked = try await Self.answersInTurn(site.port, page + waits, "lang=en")
        #expect(asked.map(\.statuses) == [[200, 100], [303]])
    }

    @Test("Nothing is answered after the last request") func endAfterLast() async throws {
        let site = try await LiveSite(limits: { $0.idle = .seconds(4) })
        let answer = await RawConnection.exchange(site.port, [Self.last + "GET / HTTP/1.1\r\n\r\n" + Self.healthy])
        #expect(answer.statuses == [200] && answer.isClosed)
    }

    @Test("Beyond the most connections a new one waits") func limitConnections() async throws {
        let site = try await LiveSite(settings: ["MOEUM_MAX_CONNECTIONS": "2"])
        let answers = await RawConnection.onThread {
            var open: [RawConnection] = []
            defer { open.dropFirst().forEach { $0.close() } }
            // One after the other: several that wait at the same moment are let in together.
            var answers: [[Int]] = (0..<3).map { _ in
                guard let connection = RawConnection(site.port) else { return [] }
                open.append(connection)
                connection.send(Self.healthy)
                return connection.receive(silence: open.count < 3 ? 30 : 0.5) { $0.text.hasSuffix("suggest\n") }
                    .statuses
            }
            open.first?.close()
            answers.append(open.last?.receive { $0.text.hasSuffix("suggest\n") }.statuses ?? [])
            return answers
        }
        #expect(answers == [[200], [200], [], [200]])
    }

    @Test("A stop lets the running request finish") func finishRequest() async throws {
        let site = try await LiveSite()
        let connection = try #require(RawConnection(site.port))
        let idle = try #require(RawConnection(site.port))
        defer { [connection, idle].forEach { $0.close() } }
        let asked = await RawConnection.onThread {
            idle.send(Self.healthy)
            _ = idle.receive { $0.text.hasSuffix("suggest\n") }
            connection.send(Self.form("Expect: 100-continue\r\n", length: 7))
            return connection.receive { $0.text.hasSuffix("\r\n\r\n") }.statuses
        }
        #expect(asked == [100])
        await site.stop()
        let (ended, answer) = await RawConnection.onThread {
            let ended = idle.receive()
            connection.send("lang=en")
            return (ended, connection.receive())
        }
        #expect(ended.isClosed && answer.statuses == [303] && answer.isClosed)
        try await site.stopped()
        #expect(RawConnection(site.port) == nil)
    }

    @Test("A taken port is reported in plain words", arguments: ["MOEUM_PORT", "MOEUM_METRICS_PORT"])
    func reportPort(_ setting: String) async throws {
        let site = try await LiveSite()
        let second = try await TestSite(settings: [setting: "\(site.port)"])
        let error = await #expect(throws: Config.Error.self) { try await Server(app: second.app).run { _ in } }
        #expect(error?.description == "cannot listen on 127.0.0.1, port \(site.port): Address already in use")
    }

    @Test("A body that is too large is refused before it is sent") func refuseLargeBody() async throws {
        let site = try await LiveSite()
        let answer = await RawConnection.exchange(site.port, [Self.form("Connection: close\r\n", length: 2_000_000)])
        #expect(answer.statuses == [413])
        // It is told that the connection ends, where the rest is not even read.
        let told = await RawConnection.exchange(site.port, [Self.form("", length: 2_000_000)]) {
            $0.text.contains("\r\n\r\n")
        }
        #expect(told.statuses == [413] && told.text.lowercased().contains("\r\nconnection: close\r\n"))
        let short = await RawConnection.exchange(
            site.port,
            [Self.form("", length: 200_000).replacing("/pref", with: "/x")]
        ) {
            $0.text.contains("\r\n\r\n")
        }
        #expect(short.statuses == [404] && !short.text.lowercased().contains("\r\nconnection:"))
        let invited = Self.form("Expect: 100-continue\r\nConnection: close\r\n", length: 9_000_000)
        #expect(await RawConnection.exchange(site.port, [invited]).statuses == [413])
    }

    @Test("A head that is refused is counted too") func countRefused() async throws {
        let site = try await LiveSite()
        _ = await RawConnection.exchange(site.port, ["GET /?q=secret HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"])
        #expect(
            site.app.observers.metrics.text([]).contains(#"{route="none",status="400"} 1"#)
        )
    }

    @Test("An unknown host is reported in plain words") func reportHost() async throws {
        let site = try await TestSite(settings: ["MOEUM_HOST": "nowhere.invalid"])
        let error = await #expect(throws: Config.Error.self) { try await Server(app: site.app).run { _ in } }
        #expect(error?.description == "cannot listen on nowhere.invalid, port 0: no such host")
    }

    /// The answer is larger than what the kernel takes over at once, so that the server feels how it is read.
    @Test("A slow reader gets all, and one that stops is disconnected") func endStalledReader() async throws {
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "moeum-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["Views", "Data", "Public"] {
            let original = Project.root.appendingPathComponent(name)
            try FileManager.default.copyItem(at: original, to: folder.appending(path: name))
        }
        let size = 24 << 20
        try Data(repeating: 7, count: size).write(to: folder.appending(path: "Public/large.png"))
        let site = try await LiveSite(settings: ["MOEUM_RESOURCES": folder.path], limits: { $0.write = .seconds(4) })
        let request = "GET /large.png HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        var pace = RawConnection.Pace(piece: 500_000, pauseMicroseconds: 100_000, bufferBytes: 262_144)
        let slow = await RawConnection.exchange(site.port, [request], reading: pace)
        #expect(slow.bytes.count > size)
        pace = RawConnection.Pace(bufferBytes: 65_536)
        let stopped = await RawConnection.exchange(site.port, [request], pauseMicroseconds: 7_000_000, reading: pace)
        #expect(stopped.bytes.count < size && stopped.isClosed)
    }
}
