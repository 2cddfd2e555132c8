import Foundation
import Testing

@testable import Moeum

/// Uploads whose connection does not keep what it promised.
@Suite(.cleanup)
struct UploadConnectionTests {
    /// Whatever comes, nothing of it stays once the server is done with it.
    private func leavingNothing(
        _ target: UploadSite.Target,
        limits: (inout ServerLimits) -> Void = { _ in },
        _ body: @escaping @Sendable (UploadSite) async throws -> Void
    ) async throws {
        let site = try await UploadSite(target, limits: limits)
        let before = try await site.traces()
        try await body(site)
        try await site.stop()
        #expect(try await site.traces() == before)
    }

    @Test("A sender that drips is cut off", arguments: UploadSite.Target.all)
    func cutOffSlowSender(_ target: UploadSite.Target) async throws {
        try await leavingNothing(target, limits: { $0.body = .seconds(2) }) { site in
            let body = site.form().closed
            let head = Array(site.head(length: body.count).utf8) + body.prefix(200)
            let drops = body.dropFirst(200).prefix(60).map { [$0] }
            let answer = await site.send([head] + drops, pauseMicroseconds: 100_000)
            #expect(answer.isClosed && !answer.statuses.contains { $0 < 400 })
        }
    }

    @Test("An upload that breaks off leaves nothing", arguments: UploadSite.Target.all)
    func breakOff(_ target: UploadSite.Target) async throws {
        try await leavingNothing(target) { site in
            let body = site.form(PictureFixture.longPNG(red: 1, size: 300_000)).closed
            for count in [0, 30, 200, 5_000, 150_000, body.count - 20, body.count - 1] {
                let head = Array(site.head(length: body.count).utf8)
                let answer = await site.send([head, Array(body.prefix(count))], endsSending: true)
                #expect(answer.isClosed && !answer.statuses.contains { $0 < 400 }, "\(count): \(answer.statuses)")
            }
        }
    }

    @Test("A wrong Content-Length is refused", arguments: UploadSite.Target.all)
    func refuseWrongLength(_ target: UploadSite.Target) async throws {
        try await leavingNothing(target, limits: { $0.body = .seconds(2) }) { site in
            let body = site.form().closed
            for length in [body.count / 2, body.count - 10] {
                let short = await site.send([Array(site.head(length: length, more: "").utf8) + body])
                #expect(short.statuses.first == 400 && short.isClosed, "\(length): \(short.statuses)")
                #expect(short.statuses.allSatisfy { $0 == 400 }, "\(length): \(short.statuses)")
            }
            let long = await site.send([Array(site.head(length: body.count + 100).utf8), body])
            #expect(long.isClosed && !long.statuses.contains { $0 < 400 }, "\(long.statuses)")
            for length in ["-1", "1e3", "99999999999999999999", "12, 12", "0x10"] {
                let head = site.head(length: nil, more: "Content-Length: \(length)\r\n")
                let answer = await site.send([Array(head.utf8) + body])
                // The parser's own refusals close at once; with bytes unread that resets, and the answer is lost.
                #expect(answer.isClosed && answer.statuses.allSatisfy { $0 == 400 || $0 == 413 }, "\(length)")
            }
        }
    }

    @Test("A body with two lengths or bad chunks is refused", arguments: UploadSite.Target.all)
    func refuseTwoLengths(_ target: UploadSite.Target) async throws {
        try await leavingNothing(target) { site in
            let body = site.form().closed
            let chunks = Self.chunked(body, by: 100)
            for more in ["Transfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked, chunked\r\n"] {
                let head = site.head(length: body.count, more: more)
                let answer = await site.send([Array(head.utf8) + chunks])
                #expect(answer.isClosed && answer.statuses.allSatisfy { $0 == 400 }, "\(more): \(answer.statuses)")
            }
            for bad in ["xyz\r\n", "-5\r\n", "ffffffffffffffffff\r\n", "5\r\nabc\r\n"] {
                let head = site.head(length: nil, more: "Transfer-Encoding: chunked\r\n")
                let answer = await site.send([Array(head.utf8) + Array(bad.utf8)], endsSending: true)
                #expect(answer.isClosed && !answer.statuses.contains { $0 < 400 }, "\(bad): \(answer.statuses)")
            }
        }
    }

    @Test("A body of endless chunks is refused", arguments: UploadSite.Target.all)
    func refuseEndlessChunks(_ target: UploadSite.Target) async throws {
        try await leavingNothing(target) { site in
            let start = Array(site.head(length: nil, more: "Transfer-Encoding: chunked\r\n").utf8)
            let part = "--xyz\r\nContent-Disposition: form-data; name=\"\(target.field)\"; filename=a\r\n\r\n"
            let chunk = Self.chunk([UInt8](repeating: 0x20, count: 1 << 20))
            let pieces = [start, Self.chunk(Array(part.utf8))] + Array(repeating: chunk, count: 120)
            let answer = await site.send(pieces)
            #expect(answer.isClosed && !answer.statuses.contains { $0 < 400 }, "\(answer.statuses)")
        }
    }

    static func chunk(_ bytes: some Collection<UInt8>) -> [UInt8] {
        Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }

    static func chunked(_ bytes: [UInt8], by size: Int) -> [UInt8] {
        var (chunks, rest) = ([UInt8](), bytes[...])
        while !rest.isEmpty {
            chunks += chunk(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return chunks + chunk([])
    }
}
