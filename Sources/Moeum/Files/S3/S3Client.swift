import Foundation

/// Objects in a bucket of an S3-compatible storage, by names below the address's prefix.
struct S3Client: Sendable {
    /// Why the storage did not do something; never with a key.
    enum Error: Swift.Error, Equatable, CustomStringConvertible {
        /// With the storage's own code, such as `NoSuchBucket`.
        case refused(status: Int, code: String)
        case unreachable(String)

        var description: String {
            switch self {
            case .refused(let status, let code): "the S3 storage answered \(status) \(code)"
            case .unreachable(let reason): "the S3 storage cannot be reached: \(reason)"
            }
        }
    }

    /// An object as a list shows it.
    struct Object: Sendable, Equatable {
        let name: String
        let changedAt: Date?
    }

    /// How often something is tried, and the first pause, in milliseconds.
    private static let (tries, pause) = (3, 200)
    /// Bytes of an answer: larger than any photo and any part of a backup.
    private static let limit = 64 << 20

    let address: S3Address
    private let http = HTTPClient()
    private let clock: @Sendable () -> Date

    init(_ address: S3Address, clock: @escaping @Sendable () -> Date = { .now }) {
        (self.address, self.clock) = (address, clock)
    }

    /// Stores an object whole; a storage that has taken it keeps it.
    func put(_ name: String, _ bytes: [UInt8], type: String? = nil) async throws {
        try await send(.put, name, headers: type.map { ["content-type": $0] } ?? [:], body: bytes)
    }

    /// Nil where there is no object with that name.
    func get(_ name: String) async throws -> [UInt8]? { try await found(.get, name)?.body }

    /// Some bytes of an object; empty past its end.
    func get(_ name: String, from start: Int, atMost count: Int) async throws -> [UInt8]? {
        do {
            return try await found(.get, name, headers: ["range": "bytes=\(start)-\(start + count - 1)"])?.body
        } catch Error.refused(status: 416, _) { return [] }
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
            let answer = S3Answer(try await send(.get, nil, query: query).body)
            objects += answer.elements("Contents").compactMap { object in
                guard let name = object["Key"].flatMap(ownName) else { return nil }
                return Object(name: name, changedAt: object["LastModified"].flatMap(Self.date))
            }
            next = answer["IsTruncated"] == "true" ? answer["NextContinuationToken"] : nil
        } while next != nil
        return objects
    }

    /// The name below the prefix of an object with this key.
    func ownName(_ key: String) -> String? {
        if address.prefix.isEmpty { return key }
        guard key.hasPrefix("\(address.prefix)/") else { return nil }
        return String(key.dropFirst(address.prefix.count + 1))
    }

    static func date(_ text: String) -> Date? {
        try? Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains(".")).parse(text)
    }

    /// The answer; nil where the storage has no such object.
    private func found(
        _ method: HTTPClient.Request.Method,
        _ name: String,
        headers: [String: String] = [:]
    ) async throws -> HTTPClient.Response? {
        // Nobody else's bucket is taken for an empty one: without a bucket the code is another. An answer to HEAD has none.
        do { return try await send(method, name, headers: headers) } catch Error.refused(status: 404, let code)
            where ["", "NoSuchKey"].contains(code)
        { return nil }
    }

    /// Sends a request, and again where the storage is busy or the line broke.
    /// - Parameter name: nil for the bucket itself.
    @discardableResult
    func send(
        _ method: HTTPClient.Request.Method,
        _ name: String?,
        query: [String: String] = [:],
        headers: [String: String] = [:],
        body: [UInt8] = [],
        timeout: Duration = .seconds(60)
    ) async throws -> HTTPClient.Response {
        var attempt = 1
        while true {
            do {
                return try await sendOnce(method, name, query, headers, body, timeout)
            } catch let error as Error where attempt < Self.tries && error.mayPass {
                let pause = Self.pause << attempt
                try await Task.sleep(for: .milliseconds(pause + Int.random(in: 0...pause)))
                attempt += 1
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
        let key = name.map { address.path(of: $0) } ?? address.bucket
        let path = "/" + S3Signature.encoded(key, keepsSlashes: true)
        let words = query.map { (S3Signature.encoded($0.key), S3Signature.encoded($0.value)) }.sorted { $0.0 < $1.0 }
            .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let signature = S3Signature(
            accessKey: address.accessKey,
            secretKey: address.secretKey,
            region: address.region,
            date: clock()
        )
        let lines = signature.headers(
            method.name,
            path: path,
            query: words,
            headers: method.headers.merging(headers) { $1 }.merging(["host": address.host]) { $1 },
            body: Hexadecimal.text(SHA256.digest(of: body))
        )
        let url = "\(address.usesTLS ? "https" : "http")://\(address.host)\(path)\(words.isEmpty ? "" : "?\(words)")"
        // libcurl would wait a second for a permission to send a large body.
        let request = HTTPClient.Request(
            method,
            url,
            headers: lines + ["Expect:"],
            body: body,
            timeout: timeout,
            upTo: Self.limit
        )
        let answer: HTTPClient.Response
        do { answer = try await http.send(request) } catch HTTPClient.Error.unreachable(let reason) {
            throw Error.unreachable(reason)
        } catch HTTPClient.Error.tooLarge {
            throw Error.unreachable("its answer is too large")
        }
        let isFine = (200...299).contains(answer.status)
        // What takes long is answered with 200 before it is done.
        if isFine && method != .post { return answer }
        let said = S3Answer(answer.body)
        guard isFine, said.elements("Error").isEmpty else {
            throw Error.refused(status: answer.status, code: said["Code"] ?? "")
        }
        return answer
    }
}

extension S3Client.Error {
    /// Whether it is worth another try.
    fileprivate var mayPass: Bool {
        switch self {
        case .refused(let status, _): status >= 500 || status == 429
        case .unreachable: true
        }
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
