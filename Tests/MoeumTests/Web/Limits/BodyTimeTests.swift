import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Moeum
@testable import Web

/// How long a body may take to come, on a clock that is moved.
struct BodyTimeTests {
    /// A connection on which a body has begun.
    private struct Upload {
        let channel: EmbeddedChannel

        init(
            _ path: String,
            type: String = "application/x-www-form-urlencoded",
            _ fields: HTTPFields = [.contentLength: "900000"]
        ) throws {
            channel = EmbeddedChannel()
            let limits = ServerLimits().taking(Routes.maxBytesByPath)
            try channel.pipeline.syncOperations.addHandler(RequestLimitsHandler(limits: limits) { _, _ in })
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
            var head = HTTPRequest(method: .post, scheme: "http", authority: "a", path: path, headerFields: fields)
            head.headerFields[.contentType] = type
            try receive(.head(head))
        }

        private func receive(_ part: HTTPRequestPart) throws {
            try channel.writeInbound(part)
            channel.read()
        }

        func receive(bytes: Int) throws { try receive(.body(ByteBuffer(repeating: 97, count: bytes))) }

        /// The same, after which the site reads no more.
        func receiveUnread(bytes: Int) throws {
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 97, count: bytes)))
        }

        func wait(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

        /// How many seconds it stays open, while a little comes each second.
        func secondsOpen() throws -> Int {
            for second in 0..<4_000 {
                wait(1)
                if !channel.isActive { return second }
                try receive(bytes: 200)
            }
            return 4_000
        }
    }

    @Test("A body that stops coming is ended") func endSilentBody() throws {
        let upload = try Upload("/preferences")
        try upload.receive(bytes: 500_000)
        upload.wait(28)
        try upload.receive(bytes: 1)
        upload.wait(28)
        #expect(upload.channel.isActive)
        upload.wait(4)
        #expect(!upload.channel.isActive)
    }

    @Test("A client is not charged for the time in which the site does not read") func forgivePauses() throws {
        let upload = try Upload("/preferences")
        try upload.receiveUnread(bytes: 500_000)
        upload.wait(60)
        #expect(upload.channel.isActive)
        upload.channel.read()
        upload.wait(28)
        #expect(upload.channel.isActive)
        upload.wait(4)
        #expect(!upload.channel.isActive)
    }

    /// Fast enough all the while, and yet not for ever: only forms with files take long.
    @Test(
        "Fast enough all the while, a body still has to end in time",
        arguments: [
            ("/preferences", "application/x-www-form-urlencoded", 120),
            ("/uploads", "multipart/form-data; boundary=a", 600),
            ("/uploads", "application/x-www-form-urlencoded", 120),
            ("/preferences", "multipart/form-data; boundary=a", 120),
        ]
    )
    func limitTime(_ path: String, _ type: String, _ seconds: Int) throws {
        let upload = try Upload(path, type: type)
        try upload.receive(bytes: 700_000)
        #expect((seconds - 1...seconds + 1).contains(try upload.secondsOpen()))
    }

    @Test("A body in chunks has the same time") func limitChunks() throws {
        let upload = try Upload("/preferences", [.transferEncoding: "chunked"])
        try upload.receive(bytes: 700_000)
        #expect((119...121).contains(try upload.secondsOpen()))
    }
}
