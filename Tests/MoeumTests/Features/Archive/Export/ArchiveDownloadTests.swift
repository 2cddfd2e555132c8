import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import Moeum

/// Large files on their way out and in.
@Suite(.cleanup)
struct ArchiveDownloadTests {
    /// What a body wrote, without keeping it.
    private final class Tally: Sendable {
        let pieces = Mutex<(count: Int, bytes: Int, largest: Int, hasEnded: Bool)>((0, 0, 0, false))
    }

    /// A client that takes every piece, and does something after the first.
    private struct Client: ResponseBodyWriter {
        let tally: Tally
        let afterFirst: @Sendable () -> Void

        mutating func write(_ buffer: ByteBuffer) async throws {
            let count = tally.pieces.withLock { pieces in
                pieces = (
                    pieces.count + 1, pieces.bytes + buffer.readableBytes, max(pieces.largest, buffer.readableBytes),
                    false
                )
                return pieces.count
            }
            if count == 1 { afterFirst() }
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
            tally.pieces.withLock { $0.hasEnded = true }
        }
    }

    /// 300 MB that take no room on the disk.
    @Test("A large file is sent in pieces, even if it is removed meanwhile") func largeFile() async throws {
        let folder = try temporaryFolder()
        let path = "\(folder)/large.zip"
        try Data().write(to: URL(filePath: path))
        let size = 300 << 20
        #expect(truncate(path, off_t(size)) == 0)
        let response = try #require(try await ArchiveDownload.response(path: path, name: "mine.zip"))
        #expect(response.headers[.contentLength] == String(size))
        let tally = Tally()
        try await response.body.write(Client(tally: tally) { unlink(path) })
        let pieces = tally.pieces.withLock { $0 }
        #expect(pieces.bytes == size && pieces.hasEnded)
        #expect(pieces.largest <= 131_072)
        #expect(try await ArchiveDownload.response(path: path, name: "mine.zip") == nil)
    }

    @Test("A symbolic link is not followed") func link() async throws {
        let folder = try temporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/link.zip", withDestinationPath: "/etc/passwd")
        #expect(try await ArchiveDownload.response(path: "\(folder)/link.zip", name: "mine.zip") == nil)
    }

    @Test("Only the import takes long bodies") func bodyLimits() {
        let limits = ServerLimits().taking(Routes.maxBytesByPath)
        func limit(_ method: HTTPRequest.Method, _ path: String) -> Int {
            limits.maxBytes(of: HTTPRequest(method: method, scheme: nil, authority: nil, path: path))
        }
        #expect(limit(.post, "/settings/import") > Int(ArchiveRoutes.maxBytes))
        #expect(limit(.post, "/settings/import?lang=en") > Int(ArchiveRoutes.maxBytes))
        for (method, path) in [
            (HTTPRequest.Method.get, "/settings/import"), (.post, "/settings/importer"), (.post, "/"),
        ] {
            #expect(limit(method, path) == limits.maxBytes)
        }
    }

    @Test("A placeholder in a path matches anything") func placeholders() {
        let limits = ServerLimits().taking(["/places/{id}/reviews": 9 << 20, "/places/{id}/{what}": 8 << 20])
        for (path, limit) in [
            ("/places/1/reviews", 9 << 20), ("/places/2/reviews/?a=/b", 9 << 20), ("/places/1/other", 8 << 20),
            ("/places/1", 4 << 20), ("/places/1/reviews/2", 4 << 20), ("/", 4 << 20), ("*", 4 << 20),
        ] {
            let head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: path)
            #expect(limits.maxBytes(of: head) == limit, "\(path)")
        }
    }

    @Test("A long body reaches the import and nothing else") func longBody() async throws {
        let limits: (inout ServerLimits) -> Void = { limits in
            // What comes without a session is not read otherwise, however much is allowed.
            limits.maxBytesUnasked = 64 << 20
        }
        let site = try await LiveSite(limits: limits)
        let body = String(repeating: "x", count: 1 << 20)
        for (path, isTaken) in [("/settings/import", true), ("/preferences", false)] {
            let head = """
                POST \(path) HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\n\
                Content-Type: multipart/form-data; boundary=xyz\r\nTransfer-Encoding: chunked\r\n\r\n\

                """
            let chunk = "100000\r\n\(body)\r\n"
            let pieces = [head] + Array(repeating: chunk, count: 6) + ["0\r\n\r\n"]
            let answer = await RawConnection.exchange(site.port, pieces, until: { !$0.statuses.isEmpty })
            let isAnswered = answer.statuses.first.map { $0 == 401 || $0 == 303 } ?? false
            #expect(isAnswered == isTaken, "\(path) \(answer.text.prefix(60))")
        }
    }
}
