import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing

@testable import Moeum
@testable import Web

/// Requests and answers of one connection, beside those of `ServerLimitsTests`.
@Suite(.cleanup)
struct HTTPConnectionTests {
    private static let page = "GET /places?q=gimbap HTTP/1.1\r\nHost: a\r\n\r\n"

    private static func form(_ path: String, _ body: String, length: Int? = nil) -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: none\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            + "Content-Length: \(length ?? body.utf8.count)\r\n\r\n\(body)"
    }

    /// Sends it all, says that nothing more comes, and reads to the end.
    private static func answers(_ port: Int, _ text: String) async throws -> RawConnection.Answer {
        let connection = try #require(RawConnection(port))
        return await RawConnection.onThread {
            defer { connection.close() }
            connection.send(text)
            connection.endSending()
            return connection.receive()
        }
    }

    @Test("A client that sends nothing more gets all answers") func answerAll() async throws {
        let site = try await LiveSite()
        for text in [
            Self.page, Self.page + Self.page, Self.page + Self.form("/preferences", "lang=en") + Self.page,
        ] {
            let answer = try await Self.answers(site.port, text)
            #expect(answer.statuses == text.matches(of: /GET|POST/).map { $0.output == "GET" ? 200 : 303 })
            #expect(answer.isClosed)
        }
    }

    @Test("A body that is cut off ends the connection") func endCutBody() async throws {
        let site = try await LiveSite()
        let cut = Self.form("/preferences", "lang=", length: 70)
        let answer = try await Self.answers(site.port, Self.page + cut)
        #expect(answer.statuses == [200, 400] && answer.isClosed)
        let next = await RawConnection.exchange(site.port, [Self.page]) { !$0.statuses.isEmpty }
        #expect(next.statuses == [200])
    }

    @Test("A body that nobody reads is passed over") func passBodyOver() async throws {
        let site = try await LiveSite()
        let unread = Self.form("/nowhere", String(repeating: "a", count: 200_000))
        let answer = try await Self.answers(site.port, unread + Self.page)
        #expect(answer.statuses == [404, 200])
    }

    @Test("Bytes that are no request are refused in their turn") func refuseInTurn() async throws {
        let site = try await LiveSite()
        let answer = await RawConnection.exchange(
            site.port,
            [Self.page + Self.page + "NO HTTP AT ALL\r\n\r\n" + Self.page]
        )
        #expect(answer.statuses == [200, 200, 400] && answer.isClosed)
        // What comes after it, in the same bytes or later, changes nothing.
        let garbage = String(repeating: "x", count: 60_000)
        for pieces in [[Self.page + "NO HTTP\r\n\r\n", garbage], [Self.page + "GET / HTTP/1.1\r\nX: " + garbage]] {
            let answer = await RawConnection.exchange(site.port, pieces, pauseMicroseconds: 500)
            #expect(answer.statuses == [200, 400])
        }
    }

    /// A server that makes answers bit by bit.
    private static func whileStreaming(
        length: Int? = nil,
        _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void,
        _ body: @Sendable (Int) async throws -> Void
    ) async throws {
        let connection = HTTPConnection {
            RequestLimitsHandler(limits: ServerLimits()) { _, _ in }
        } cache: { _ in
            nil
        } respond: { _, _ in
            Response(status: .ok, body: ResponseBody(contentLength: length, write))
        }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let server = connection.server(
            configuration: ServerConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let group = ServiceGroup(services: [server], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let running = Task { try await group.run() }
        var iterator = ports.makeAsyncIterator()
        let number = try #require(await iterator.next())
        let result: Result<Void, any Error>
        do { result = .success(try await body(number)) } catch { result = .failure(error) }
        await group.triggerGracefulShutdown()
        _ = await running.result
        try result.get()
    }

    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test("An answer of unknown length is sent in chunks") func sendChunks() async throws {
        try await Self.whileStreaming { writer in
            for part in ["one", "", "two"] { try await writer.write(ByteBuffer(string: part)) }
            try await writer.finish(nil)
        } _: { port in
            let answer = try await Self.answers(port, Self.get + Self.get)
            #expect(answer.statuses == [200, 200] && answer.isClosed)
            let bodies = answer.text.components(separatedBy: "\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n")
            #expect(bodies.count == 3 && answer.text.lowercased().contains("transfer-encoding: chunked"))
        }
    }

    @Test("An answer of known length may come in parts") func sendParts() async throws {
        try await Self.whileStreaming(length: 6) { writer in
            for part in ["one", "two"] { try await writer.write(ByteBuffer(string: part)) }
            try await writer.finish(nil)
        } _: { port in
            let answer = try await Self.answers(port, Self.get + Self.get)
            #expect(answer.statuses == [200, 200] && answer.text.hasSuffix("\r\n\r\nonetwo"))
        }
        try await Self.whileStreaming(length: 3) { writer in
            for part in ["one", ""] { try await writer.write(ByteBuffer(string: part)) }
            try await writer.finish(nil)
        } _: { port in
            let answer = try await Self.answers(port, Self.get + Self.get)
            #expect(answer.statuses == [200, 200] && answer.text.hasSuffix("\r\n\r\none"))
        }
    }

    @Test("An answer that fails halfway ends the connection") func endFailedAnswer() async throws {
        try await Self.whileStreaming { writer in
            try await writer.write(ByteBuffer(string: "one"))
            throw CancellationError()
        } _: { port in
            let answer = try await Self.answers(port, Self.get + Self.get)
            #expect(answer.statuses == [200] && answer.isClosed && !answer.text.hasSuffix("0\r\n\r\n"))
        }
    }
}
