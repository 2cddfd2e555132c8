import Foundation

/// Objects in a bucket of an S3-compatible storage, by names below the address's prefix.
struct S3Client: Sendable {
    /// An object as a list shows it.
    struct Object: Sendable, Equatable {
        let name: String
        let changedAt: Date?
    }

    /// How long one attempt may take, and how many there are.
    struct RetryPolicy: Sendable {
        let timeout: Duration
        let attempts: Int
        /// Before the second attempt; twice as long before each next one, and up to as much again at random.
        var delay = Duration.milliseconds(300)

        /// Of a person who waits for a photo.
        static let reader = Self(timeout: .seconds(10), attempts: 2)
        /// Of a backup, whose parts are large.
        static let backup = Self(timeout: .seconds(120), attempts: 3)
    }

    /// Bytes of an answer: larger than any photo and any part of a backup.
    private static let limit = 64 << 20

    let address: S3Address
    private let retryPolicy: RetryPolicy
    private let http = HTTPClient()

    init(_ address: S3Address, retryPolicy: RetryPolicy) { (self.address, self.retryPolicy) = (address, retryPolicy) }

    /// Stores an object whole; a storage that has taken it keeps it.
    func put(_ name: String, _ bytes: [UInt8], type: String? = nil) async throws {
        try await send(.put, name, headers: type.map { ["content-type": $0] } ?? [:], body: bytes)
    }

    /// Nil where there is no object with that name.
    func get(_ name: String) async throws -> [UInt8]? { try await found(.get, name)?.body }

    /// Some bytes of an object; empty past its end, nil where there is none.
    func get(_ name: String, from start: Int, atMost count: Int) async throws -> [UInt8]? {
        do {
            let answer = try await found(.get, name, headers: ["range": "bytes=\(start)-\(start + count - 1)"])
            // Otherwise it is the whole object, again and again.
            if let answer, answer.status != 206 { throw error(.senseless) }
            return answer?.body
        } catch let error as S3Error {
            if case .errorResponse(status: 416, _) = error.reason { return [] }
            throw error
        }
    }

    func exists(_ name: String) async throws -> Bool { try await found(.head, name) != nil }

    /// Also where there is none.
    func delete(_ name: String) async throws { _ = try await found(.delete, name) }

    /// The objects whose names begin with these characters, in the order of their names.
    func list(_ beginning: String) async throws -> [Object] {
        var objects: [Object] = []
        var next: String?
        repeat {
            var query = ["list-type": "2", "prefix": address.key(of: beginning)]
            query["continuation-token"] = next
            let answer = try await answer(to: query, named: "ListBucketResult")
            objects += answer.elements("Contents").compactMap { object in
                guard let name = object["Key"].flatMap(ownName) else { return nil }
                return Object(name: name, changedAt: object["LastModified"].flatMap(Self.date))
            }
            next = answer["NextContinuationToken"]
            guard (answer["IsTruncated"] == "true") == (next != nil) else { throw error(.senseless) }
        } while next != nil
        return objects
    }

    /// What the bucket itself is asked. Another server's page is not taken for an empty list.
    func answer(to query: [String: String], named name: String) async throws -> S3Answer {
        let answer = S3Answer(try await send(.get, nil, query: query).body)
        guard answer.text.contains("<\(name)") else { throw error(.senseless) }
        return answer
    }

    /// The name below the prefix of an object with this key.
    func ownName(_ key: String) -> String? {
        if address.prefix.isEmpty { return key }
        guard key.hasPrefix("\(address.prefix)/") else { return nil }
        return String(key.dropFirst(address.prefix.count + 1))
    }

    func error(_ reason: S3Error.Reason) -> S3Error { S3Error(storage: "\(address)", reason: reason) }

    static func date(_ text: String) -> Date? {
        try? Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains(".")).parse(text)
    }

    /// The answer; nil where the storage has no such object.
    private func found(
        _ method: HTTPClient.Request.Method,
        _ name: String,
        headers: [String: String] = [:]
    ) async throws -> HTTPClient.Response? {
        do { return try await send(method, name, headers: headers) } catch let error as S3Error {
            // A bucket that is not there has another code, and is not taken for an empty one. An answer to HEAD has none.
            let code = method == .head ? "" : "NoSuchKey"
            guard error.reason == .errorResponse(status: 404, code: code) else { throw error }
            return nil
        }
    }

    /// Sends a request, and again where the storage is busy or the line broke.
    /// - Parameters:
    ///   - name: nil for the bucket itself.
    ///   - retryPolicy: nil for the client's own.
    @discardableResult
    func send(
        _ method: HTTPClient.Request.Method,
        _ name: String?,
        query: [String: String] = [:],
        headers: [String: String] = [:],
        body: [UInt8] = [],
        retryPolicy: RetryPolicy? = nil
    ) async throws -> HTTPClient.Response {
        let retryPolicy = retryPolicy ?? self.retryPolicy
        var (attempts, delay) = (1, retryPolicy.delay)
        while true {
            do {
                return try await sendOnce(method, name, query, headers, body, retryPolicy.timeout)
            } catch let error as S3Error where attempts < retryPolicy.attempts && error.mayPass {
                try await Task.sleep(for: delay * Double.random(in: 1...2))
                (attempts, delay) = (attempts + 1, delay * 2)
            }
        }
    }

    private func sendOnce(
        _ method: HTTPClient.Request.Method,
        _ name: String?,
        _ query: [String: String],
        _ headers: [String: String],
        _ body: [UInt8],
        _ timeout: Duration
    ) async throws -> HTTPClient.Response {
        let path = "/" + S3Signature.encoded(name.map(address.path) ?? address.bucket, keepsSlashes: true)
        let words = query.map { (S3Signature.encoded($0.key), S3Signature.encoded($0.value)) }.sorted { $0.0 < $1.0 }
            .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let lines = S3Signature(address, at: .now).headers(
            method.name,
            path: path,
            query: words,
            headers: method.headers.merging(headers) { $1 }.merging(["host": address.host]) { $1 },
            body: Hexadecimal.text(SHA256.digest(of: body))
        )
        let request = HTTPClient.Request(
            method,
            "\(address.usesTLS ? "https" : "http")://\(address.host)\(path)\(words.isEmpty ? "" : "?\(words)")",
            // libcurl would wait a second for a permission to send a large body.
            headers: lines + ["Expect:"],
            body: body,
            timeout: timeout,
            upTo: Self.limit
        )
        let answer: HTTPClient.Response
        do { answer = try await http.send(request) } catch HTTPClient.Error.unreachable(let reason) {
            throw error(.unreachable(reason))
        } catch HTTPClient.Error.tooLarge {
            throw error(.senseless)
        }
        let isFine = (200...299).contains(answer.status)
        // What takes long is answered with 200 before it is done.
        if isFine && method != .post { return answer }
        let said = S3Answer(answer.body)
        guard isFine, said.elements("Error").isEmpty else {
            throw error(.errorResponse(status: answer.status, code: said["Code"] ?? ""))
        }
        return answer
    }
}

extension HTTPClient.Request.Method {
    /// Without a type libcurl would call every body a form.
    fileprivate var headers: [String: String] {
        self == .put || self == .post ? ["content-type": "application/octet-stream"] : [:]
    }

    fileprivate var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        }
    }
}
