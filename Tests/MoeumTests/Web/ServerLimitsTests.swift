import Foundation
import NIOCore
import Synchronization
import Testing

@testable import Moeum

/// The server's limits, over real sockets, with less patience than in earnest.
@Suite(.serialized) struct ServerLimitsTests {
    /// Starts the whole server on a free port for the length of `body`.
    private func withServer(isImpatient: Bool = false, _ body: @escaping @Sendable (Int) async throws -> Void)
        async throws
    {
        try await TestSite.withSample { site in
            var limits = ServerLimits()
            if isImpatient {
                limits.head = .milliseconds(1_500)
                limits.body = .milliseconds(1_500)
                limits.idle = .milliseconds(1_200)
            }
            let server = Server(app: site.app, limits: limits)
            let (ports, port) = AsyncStream.makeStream(of: Int.self)
            let running = Task { try await server.run { port.yield($0) } }
            var iterator = ports.makeAsyncIterator()
            let number = try #require(await iterator.next())
            try await body(number)
            running.cancel()
            _ = await running.result
        }
    }

    /// Sends the pieces with pauses between and returns what came until the server closed or six seconds of silence.
    private func exchange(_ port: Int, _ pieces: [String], pause: UInt32 = 0) async -> String {
        await withCheckedContinuation { continuation in
            Thread {
                continuation.resume(returning: Self.blockingExchange(port, pieces, pause))
            }.start()
        }
    }

    private static func blockingExchange(_ port: Int, _ pieces: [String], _ pause: UInt32) -> String {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return "no connection" }
        for piece in pieces {
            let bytes = Array(piece.utf8)
            guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { break }
            usleep(pause)
        }
        var timeout = timeval(tv_sec: 6, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count == 0 { return String(decoding: answer, as: UTF8.self) + "<closed>" }
            if count < 0 { return String(decoding: answer, as: UTF8.self) + (errno == EAGAIN ? "<open>" : "<closed>") }
            answer += buffer[..<count]
        }
    }

    @Test func ambiguousRequestsAreRefused() async throws {
        try await withServer { port in
            for head in [
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 40_000))\r\n\r\n",
                "\u{16}\u{03}\u{01}garbage\r\n\r\n",
            ] {
                let answer = await exchange(port, [head])
                // A server that closes with bytes of the body unread resets the connection, and the answer with it.
                let isRefused = answer.hasPrefix("HTTP/1.1 4") || answer == "<closed>"
                #expect(isRefused && answer.hasSuffix("<closed>"), "\(head.prefix(60)): \(answer.prefix(80))")
            }
            let fine = await exchange(port, ["GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"])
            #expect(fine.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func whoeverIsTooSlowIsLetGo() async throws {
        try await withServer(isImpatient: true) { port in
            let silent = await exchange(port, [""])
            #expect(silent == "<closed>")
            let slowHead = await exchange(port, ["GET / HT", "TP/1.1\r\nHo"], pause: 900_000)
            #expect(slowHead == "<closed>")
            let drip = [
                "POST /preferences HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: none\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 90\r\n\r\n"
            ]
            let dripped = await exchange(port, drip + Array(repeating: "a", count: 8), pause: 300_000)
            #expect(!dripped.contains("303") && dripped.hasSuffix("<closed>"))
            let idle = await exchange(port, ["GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"])
            #expect(idle.hasPrefix("HTTP/1.1 200") && idle.hasSuffix("<closed>"))
        }
    }

    @Test func aBodyIsAskedForWhenTheClientWaits() async throws {
        try await withServer { port in
            let head =
                "POST /preferences HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: none\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 7\r\n\r\n"
            let answer = await exchange(port, [head, "lang=en"], pause: 200_000)
            #expect(answer.hasPrefix("HTTP/1.1 100 Continue"))
            #expect(answer.contains("HTTP/1.1 303"))
        }
    }
}
