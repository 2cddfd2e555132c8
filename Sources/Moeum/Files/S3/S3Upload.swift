import Foundation

/// An object on its way into a storage, in parts: nobody sees it before it is completed.
struct S3Upload: Sendable {
    /// One that was begun, as a list shows it.
    struct Incomplete: Sendable {
        let name: String
        let upload: S3Upload
        let at: Date?
    }

    /// How long giving an upload up may take: a later one clears up.
    private static let abortPolicy = S3Client.RetryPolicy(timeout: .seconds(3), attempts: 1)
    /// A storage may take its time to put the parts together.
    private static let completionPolicy = S3Client.RetryPolicy(timeout: .seconds(600), attempts: 3)

    private let client: S3Client
    private let name: String
    private let id: String

    private init(_ client: S3Client, _ name: String, id: String) {
        (self.client, self.name, self.id) = (client, name, id)
    }

    /// Bytes of a part: 8 MiB, and later ones more, since a storage takes at most 10,000 of them: 351 GiB in all.
    static func size(ofPart number: Int) -> Int { number <= 5_000 ? 8 << 20 : 64 << 20 }

    static func begin(_ name: String, in client: S3Client) async throws -> S3Upload {
        let answer = S3Answer(try await client.send(.post, name, query: ["uploads": ""]).body)
        guard let id = answer["UploadId"] else { throw client.error(.senseless) }
        return S3Upload(client, name, id: id)
    }

    /// Those that were begun and neither completed nor aborted, of names with this beginning; a thousand at most.
    static func incomplete(_ beginning: String, in client: S3Client) async throws -> [Incomplete] {
        let query = ["uploads": "", "prefix": client.address.key(of: beginning)]
        let answer = try await client.answer(to: query, named: "ListMultipartUploadsResult")
        return answer.elements("Upload").compactMap { upload in
            guard let name = upload["Key"].flatMap(client.ownName), let id = upload["UploadId"] else { return nil }
            return Incomplete(
                name: name,
                upload: S3Upload(client, name, id: id),
                at: upload["Initiated"].flatMap(S3Client.date)
            )
        }
    }

    /// - Parameter number: from 1.
    /// - Returns: the part's tag, by which it is completed.
    func put(_ number: Int, _ bytes: [UInt8]) async throws -> String {
        let query = ["partNumber": String(number), "uploadId": id]
        let answer = try await client.send(.put, name, query: query, body: bytes)
        guard let tag = answer.headers["etag"] else { throw client.error(.senseless) }
        return tag
    }

    /// - Parameter tags: of all parts, in order.
    func complete(_ tags: [String]) async throws {
        let parts = tags.enumerated().map { number, tag in
            "<Part><PartNumber>\(number + 1)</PartNumber><ETag>\(tag)</ETag></Part>"
        }
        let body = "<CompleteMultipartUpload>\(parts.joined())</CompleteMultipartUpload>"
        do {
            try await client.send(
                .post,
                name,
                query: ["uploadId": id],
                headers: ["content-type": "application/xml"],
                body: Array(body.utf8),
                retryPolicy: Self.completionPolicy
            )
        } catch let error as S3Error {
            // The answer to an earlier try may have been lost.
            guard error.reason == .errorResponse(status: 404, code: "NoSuchUpload"), try await client.exists(name)
            else {
                throw error
            }
        }
    }

    func abort() async throws {
        try await client.send(.delete, name, query: ["uploadId": id], retryPolicy: Self.abortPolicy)
    }
}
