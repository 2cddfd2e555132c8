import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import Testing

@testable import Moeum
@testable import Web

/// A small S3-compatible storage in memory with one bucket, which checks every signature.
final class ObjectServer: Sendable {
    struct Object: Sendable {
        let bytes: [UInt8]
        let type: String?
        var date: Date
    }

    private struct Upload: Sendable {
        let key: String
        let date: Date
        var parts: [Int: [UInt8]] = [:]
    }

    private struct State: Sendable {
        var objects: [String: Object] = [:]
        var uploads: [String: Upload] = [:]
        var failures = 0
        var requests: [String] = []
        var refusesParts = false
        var losesAnswer = false
        var answersPages = false
    }

    /// Objects on a page of a list.
    private static let page = 3
    private static let bucket = "jip 집"

    private let state = Mutex(State())

    var objects: [String: Object] { state.withLock { $0.objects } }
    /// Keys of what was begun and not completed.
    var unfinished: [String] { state.withLock { $0.uploads.values.map(\.key) } }
    /// Method and path of every request, also of those that failed.
    var requests: [String] { state.withLock { $0.requests } }

    /// Answers so many of the next requests with 503.
    func fail(_ count: Int) { state.withLock { $0.failures = count } }
    /// Does what it is asked next, and answers as if it had not.
    func loseNextAnswer() { state.withLock { $0.losesAnswer = true } }
    /// Answers everything with a page, as if it were no storage.
    func answerPages() { state.withLock { $0.answersPages = true } }
    func refuseParts() { state.withLock { $0.refusesParts = true } }
    func change(_ key: String, at date: Date) { state.withLock { $0.objects[key]?.date = date } }
    func beginUpload(_ key: String, at date: Date) {
        state.withLock { $0.uploads[UUID().uuidString] = Upload(key: key, date: date) }
    }

    /// - Returns: the server, and its address with a prefix that has to be encoded.
    static func start() async throws -> (ObjectServer, S3Address) {
        let server = ObjectServer()
        let router = Router(context: BasicRequestContext.self)
        for method in [HTTPRequest.Method.get, .head, .post, .put, .delete] {
            router.on("/**", method: method) { request, _ in try await server.answer(request) }
        }
        return (server, try #require(address(port: try await LiveRouter.start(router))))
    }

    static func address(port: Int, secret: String = "ge/heim+", bucket: String = bucket) -> S3Address? {
        S3Address(text(host: "127.0.0.1:\(port)", secret: secret, bucket: bucket))
    }

    /// As a setting has it.
    static func text(host: String, secret: String = "ge/heim+", bucket: String = bucket) -> String {
        "s3://haneul:\(secret.percentEncoded)@\(host)/\(bucket.percentEncoded)/a%20b/c?tls=0&region=kr"
    }

    private func answer(_ request: Request) async throws -> Response {
        let body = Array(buffer: try await request.body.collect(upTo: 32 << 20))
        let isFailing = state.withLock { state in
            state.requests.append("\(request.method) \(request.uri.path)")
            defer { state.failures -= 1 }
            return state.failures > 0
        }
        guard !isFailing else { return Self.error(.serviceUnavailable, "SlowDown") }
        guard !state.withLock(\.answersPages) else { return Self.xml("<html><body>Hello</body></html>") }
        // As some servers would, which then find no body.
        guard request.headers[.contentType] != "application/x-www-form-urlencoded" else {
            return Self.error(.badRequest, "IsAForm")
        }
        guard Self.isSigned(request, body) else { return Self.error(.forbidden, "SignatureDoesNotMatch") }
        let parts = (request.uri.path.removingPercentEncoding ?? "").dropFirst().split(separator: "/", maxSplits: 1)
        guard parts.first.map(String.init) == Self.bucket else { return Self.error(.notFound, "NoSuchBucket") }
        let query = Dictionary(
            uniqueKeysWithValues: request.uri.queryParameters.map { (String($0.key), String($0.value)) }
        )
        guard parts.count == 2 else { return query["uploads"] == nil ? list(query) : listUploads(query) }
        let answer = try answer(request, String(parts[1]), query, body)
        let isLost = state.withLock { state in
            defer { state.losesAnswer = false }
            return state.losesAnswer
        }
        return isLost ? Self.error(.internalServerError, "InternalError") : answer
    }

    /// Signs what came as the sender should have.
    private static func isSigned(_ request: Request, _ body: [UInt8]) -> Bool {
        func header(_ name: String) -> String { HTTPField.Name(name).flatMap { request.headers[$0] } ?? "" }
        let names = header("authorization").firstMatch(of: /SignedHeaders=([^,]+)/)?.1.split(separator: ";") ?? []
        let fields = names.map(String.init).filter { !$0.hasPrefix("x-amz") }
            .map { ($0, $0 == "host" ? request.head.authority ?? "" : header($0)) }
        let stamp = header("x-amz-date").replacing(/(....)(..)(..)T(..)(..)(..)Z/) {
            "\($0.1)-\($0.2)-\($0.3)T\($0.4):\($0.5):\($0.6)Z"
        }
        guard let date = S3Client.date(stamp), abs(date.timeIntervalSinceNow) < 900 else { return false }
        guard let address = address(port: 1) else { return false }
        let signature = S3Signature(address, at: date)
        let lines = signature.headers(
            "\(request.method)",
            path: request.uri.path,
            query: request.uri.query ?? "",
            headers: Dictionary(uniqueKeysWithValues: fields),
            body: Hexadecimal.text(SHA256.digest(of: body))
        )
        return lines.last == "Authorization: \(header("authorization"))"
    }

    private func answer(
        _ request: Request,
        _ key: String,
        _ query: [String: String],
        _ body: [UInt8]
    ) throws -> Response {
        switch (request.method, query["uploadId"], query["partNumber"].flatMap { Int($0) }) {
        case (.post, nil, _):
            let id = UUID().uuidString
            state.withLock { $0.uploads[id] = Upload(key: key, date: .now) }
            return Self.xml("<R><UploadId>\(id)</UploadId></R>")
        case (.put, let id?, let number?):
            guard !state.withLock(\.refusesParts) else { return Self.error(.forbidden, "QuotaExceeded") }
            guard state.withLock({ $0.uploads[id] != nil }) else { return Self.error(.notFound, "NoSuchUpload") }
            state.withLock { $0.uploads[id]?.parts[number] = body }
            return Response(status: .ok, headers: [.eTag: "\"\(number)-\(body.count)\""])
        case (.post, let id?, _): return complete(id, body)
        case (.delete, let id?, _):
            state.withLock { $0.uploads[id] = nil }
            return Response(status: .noContent)
        case (.put, _, _):
            state.withLock {
                $0.objects[key] = Object(bytes: body, type: request.headers[.contentType], date: .now)
            }
            return Response(status: .ok)
        case (.delete, _, _):
            state.withLock { $0.objects[key] = nil }
            return Response(status: .noContent)
        default: return read(request, key)
        }
    }

    private func complete(_ id: String, _ body: [UInt8]) -> Response {
        let tags = S3Answer(body).elements("Part").compactMap { $0["ETag"] }
        return state.withLock { state in
            guard let upload = state.uploads[id] else { return Self.error(.notFound, "NoSuchUpload") }
            let parts = upload.parts.sorted { $0.key < $1.key }
            // Such errors come after the status.
            guard tags == parts.map({ "\"\($0.key)-\($0.value.count)\"" }) else {
                return Self.error(.ok, "InvalidPart")
            }
            guard parts.dropLast().allSatisfy({ $0.value.count >= 5 << 20 }) else {
                return Self.error(.badRequest, "EntityTooSmall")
            }
            state.objects[upload.key] = Object(bytes: parts.flatMap(\.value), type: nil, date: .now)
            state.uploads[id] = nil
            return Self.xml("<R><Key>\(upload.key)</Key></R>")
        }
    }

    private func read(_ request: Request, _ key: String) -> Response {
        guard let object = objects[key] else {
            return request.method == .head ? Response(status: .notFound) : Self.error(.notFound, "NoSuchKey")
        }
        guard let range = request.headers[.range]?.wholeMatch(of: /bytes=([0-9]+)-([0-9]+)/),
            let start = Int(range.1), let end = Int(range.2)
        else { return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(bytes: object.bytes))) }
        guard start < object.bytes.count else { return Self.error(.rangeNotSatisfiable, "InvalidRange") }
        let piece = object.bytes[start...min(end, object.bytes.count - 1)]
        return Response(status: .partialContent, body: .init(byteBuffer: ByteBuffer(bytes: piece)))
    }

    private func list(_ query: [String: String]) -> Response {
        let after = query["continuation-token"] ?? ""
        let found = objects.filter { $0.key.hasPrefix(query["prefix"] ?? "") && $0.key > after }
            .sorted { $0.key < $1.key }
        let page = found.prefix(Self.page)
        let contents = page.map { key, object in
            let date = object.date.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
            return
                "<Contents><Key>\(key.replacing("&", with: "&amp;"))</Key><LastModified>\(date)Z</LastModified></Contents>"
        }
        let isCut = found.count > page.count
        let next = isCut ? "<NextContinuationToken>\(page.last?.key ?? "")</NextContinuationToken>" : ""
        return Self.xml(
            "<ListBucketResult><IsTruncated>\(isCut)</IsTruncated>\(contents.joined())\(next)</ListBucketResult>"
        )
    }

    private func listUploads(_ query: [String: String]) -> Response {
        let found = state.withLock { $0.uploads }.filter { $0.value.key.hasPrefix(query["prefix"] ?? "") }
        let uploads = found.map { id, upload in
            "<Upload><Key>\(upload.key)</Key><UploadId>\(id)</UploadId>"
                + "<Initiated>\(upload.date.formatted(.iso8601))</Initiated></Upload>"
        }
        return Self.xml("<ListMultipartUploadsResult>\(uploads.joined())</ListMultipartUploadsResult>")
    }

    private static func xml(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, body: .init(byteBuffer: ByteBuffer(string: "<?xml version=\"1.0\"?>\n\(text)")))
    }

    private static func error(_ status: HTTPResponse.Status, _ code: String) -> Response {
        xml("<Error><Code>\(code)</Code><Message>No.</Message></Error>", status: status)
    }
}
