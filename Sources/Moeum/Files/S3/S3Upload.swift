import Foundation

/// An object on its way into a storage, in parts: nobody sees it before it is completed.
struct S3Upload: Sendable {
    /// One that was begun, as a list shows it.
    struct Begun: Sendable {
        let name: String
        let upload: S3Upload
        let at: Date?
    }

    /// Bytes of each part but the last; a storage takes at most 10,000 of them, so 156 GiB.
    static let partSize = 16 << 20

    private let client: S3Client
    private let name: String
    private let id: String

    private init(_ client: S3Client, _ name: String, id: String) {
        (self.client, self.name, self.id) = (client, name, id)
    }

    static func begin(_ name: String, in client: S3Client) async throws -> S3Upload {
        let answer = S3Answer(try await client.send(.post, name, query: ["uploads": ""]).body)
        guard let id = answer["UploadId"] else { throw S3Client.Error.unreachable("its answer makes no sense") }
        return S3Upload(client, name, id: id)
    }

    /// Those that were begun and neither completed nor aborted.
    static func begun(in client: S3Client) async throws -> [Begun] {
        let query = ["uploads": "", "prefix": client.address.key(of: "")]
        let answer = S3Answer(try await client.send(.get, nil, query: query).body)
        return answer.elements("Upload").compactMap { upload in
            guard let name = upload["Key"].flatMap(client.ownName), let id = upload["UploadId"] else { return nil }
            return Begun(
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
        let answer = try await client.send(.put, name, query: query, body: bytes, timeout: .seconds(600))
        guard let tag = answer.headers["etag"] else { throw S3Client.Error.unreachable("its answer makes no sense") }
        return tag
    }

    /// - Parameter tags: of all parts, in order.
    func complete(_ tags: [String]) async throws {
        let parts = tags.enumerated().map { number, tag in
            "<Part><PartNumber>\(number + 1)</PartNumber><ETag>\(tag)</ETag></Part>"
        }
        let body = "<CompleteMultipartUpload>\(parts.joined())</CompleteMultipartUpload>"
        try await client.send(
            .post,
            name,
            query: ["uploadId": id],
            headers: ["content-type": "application/xml"],
            body: Array(body.utf8),
            timeout: .seconds(600)
        )
    }

    func abort() async throws { try await client.send(.delete, name, query: ["uploadId": id]) }
}
