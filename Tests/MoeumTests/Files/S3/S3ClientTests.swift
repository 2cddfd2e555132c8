import Foundation
import Testing

@testable import Moeum

@Suite(.cleanup)
struct S3ClientTests {
    private static let retryPolicy = S3Client.RetryPolicy(timeout: .seconds(600), attempts: 3, delay: .milliseconds(1))

    /// Names that have to be encoded in an address, a query or an answer.
    static let names = ["plain.jpg", "a b+c&d=e.jpg", "집/밥.jpg", "100%?.jpg", "~a'b(c)*!.jpg"]

    @Test("Names of all kinds work") func allNames() async throws {
        let (server, address) = try await ObjectServer.start()
        let client = S3Client(address, retryPolicy: Self.retryPolicy)
        for name in Self.names { try await client.put(name, Array(name.utf8), type: "image/jpeg") }
        #expect(Set(server.objects.keys) == Set(Self.names.map { "a b/c/\($0)" }))
        for name in Self.names { #expect(try await client.get(name) == Array(name.utf8)) }
        #expect(Set(try await client.list("").map(\.name)) == Set(Self.names))
        for name in Self.names { try await client.delete(name) }
        #expect(server.objects.isEmpty)
    }

    @Test("Long lists are read page by page") func longLists() async throws {
        let (_, address) = try await ObjectServer.start()
        let client = S3Client(address, retryPolicy: Self.retryPolicy)
        let names = (10..<20).map { "\($0)&.jpg" }
        for name in names { try await client.put(name, []) }
        try await client.put("2.jpg", [1])
        let listed = try await client.list("1")
        #expect(listed.map(\.name) == names)
        #expect(listed.allSatisfy { abs($0.changedAt?.timeIntervalSinceNow ?? 999) < 60 })
        #expect(try await client.get("10&.jpg") == [])
    }

    @Test("Parts of objects are read") func ranges() async throws {
        let (_, address) = try await ObjectServer.start()
        let client = S3Client(address, retryPolicy: Self.retryPolicy)
        try await client.put("ten", Array(0..<10))
        #expect(try await client.get("ten", from: 4, atMost: 3) == [4, 5, 6])
        #expect(try await client.get("ten", from: 8, atMost: 3) == [8, 9])
        #expect(try await client.get("ten", from: 10, atMost: 3) == [])
        #expect(try await client.get("eleven", from: 0, atMost: 3) == nil)
    }

    @Test("Temporary failures are retried") func retry() async throws {
        let (server, address) = try await ObjectServer.start()
        let client = S3Client(address, retryPolicy: Self.retryPolicy)
        server.fail(2)
        try await client.put("a", [1])
        #expect(server.objects["a b/c/a"]?.bytes == [1])
        server.fail(3)
        let error = await #expect(throws: S3Error.self) { try await client.get("a") }
        #expect(error?.reason == .errorResponse(status: 503, code: "SlowDown"))
        #expect(error?.description == "\(address) answered 503 SlowDown")
    }

    @Test("Permanent failures are named and not retried") func noRetry() async throws {
        let (server, address) = try await ObjectServer.start()
        let port = try #require(Int(address.host.split(separator: ":")[1]))
        let stranger = S3Client(
            try #require(ObjectServer.address(port: port, secret: "wrong")),
            retryPolicy: Self.retryPolicy
        )
        let refusal = await #expect(throws: S3Error.self) { try await stranger.get("a") }
        #expect(refusal?.reason == .errorResponse(status: 403, code: "SignatureDoesNotMatch"))
        let lost = S3Client(
            try #require(ObjectServer.address(port: port, bucket: "elsewhere")),
            retryPolicy: Self.retryPolicy
        )
        let error = await #expect(throws: S3Error.self) { try await lost.get("a") }
        #expect(error?.reason == .errorResponse(status: 404, code: "NoSuchBucket"))
        #expect(server.requests.count == 2)
    }

    @Test("An unreachable storage is named without its keys") func unreachable() async throws {
        let client = S3Client(try #require(ObjectServer.address(port: 1)), retryPolicy: Self.retryPolicy)
        let error = await #expect(throws: S3Error.self) { try await client.put("a", [1]) }
        #expect(error?.description.contains("cannot be reached: ") == true)
        #expect(error?.description.contains("haneul") == false)
    }

    @Test("An upload is visible only once it is complete") func completeUpload() async throws {
        let (server, address) = try await ObjectServer.start()
        let client = S3Client(address, retryPolicy: Self.retryPolicy)
        let upload = try await S3Upload.begin("large", in: client)
        let first = [UInt8](repeating: 7, count: 5 << 20)
        let tags = [try await upload.put(1, first), try await upload.put(2, [3])]
        #expect(server.objects.isEmpty && server.unfinished == ["a b/c/large"])
        // What is not whole is refused after the answer has begun.
        let error = await #expect(throws: S3Error.self) { try await upload.complete([tags[0]]) }
        #expect(error?.reason == .errorResponse(status: 200, code: "InvalidPart"))
        try await upload.complete(tags)
        #expect(server.objects["a b/c/large"]?.bytes == first + [3] && server.unfinished.isEmpty)
        let other = try await S3Upload.begin("other", in: client)
        #expect(try await S3Upload.incomplete("", in: client).map(\.name) == ["other"])
        try await other.abort()
        #expect(server.unfinished.isEmpty && server.objects.count == 1)
    }

    @Test("An upload whose answer was lost is complete") func lostAnswer() async throws {
        let (server, address) = try await ObjectServer.start()
        let client = S3Client(address, retryPolicy: Self.retryPolicy)
        let upload = try await S3Upload.begin("large", in: client)
        let tags = [try await upload.put(1, [1])]
        server.loseNextAnswer()
        try await upload.complete(tags)
        #expect(server.objects.count == 1)
        // One that was never completed is none.
        let other = try await S3Upload.begin("other", in: client)
        try await other.abort()
        let error = await #expect(throws: S3Error.self) { try await other.complete(tags) }
        #expect(error?.reason == .errorResponse(status: 404, code: "NoSuchUpload"))
    }

    /// Such as a proxy's.
    @Test("Another server's page is not taken for a storage") func otherServer() async throws {
        let (server, address) = try await ObjectServer.start()
        let client = S3Client(address, retryPolicy: Self.retryPolicy)
        try await client.put("a", [1])
        server.answerPages()
        for work in [
            { _ = try await client.list("") }, { _ = try await S3Upload.incomplete("", in: client) },
            { _ = try await client.get("a", from: 0, atMost: 5) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: S3Error.self) { try await work() }
            #expect(error?.reason == .senseless)
        }
    }
}
