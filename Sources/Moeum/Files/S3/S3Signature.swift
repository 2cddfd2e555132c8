import Foundation

/// Signs requests as S3-compatible storages check them: "Authenticating Requests (AWS Signature Version 4)", Amazon S3 API
/// Reference.
struct S3Signature {
    private let address: S3Address
    private let date: Date

    init(_ address: S3Address, at date: Date) { (self.address, self.date) = (address, date) }

    private static let algorithm = "AWS4-HMAC-SHA256"

    /// The header lines of a signed request.
    /// - Parameters:
    ///   - path: encoded already, from its first slash.
    ///   - query: encoded already, in the order of its names.
    ///   - headers: by their names in small letters, with `host`.
    ///   - body: its SHA-256 in hexadecimal digits.
    func headers(
        _ method: String,
        path: String,
        query: String,
        headers: [String: String],
        body: String
    ) -> [String] {
        let all = headers.merging(["x-amz-date": time, "x-amz-content-sha256": body]) { $1 }.sorted { $0.key < $1.key }
        let names = all.map(\.key).joined(separator: ";")
        let canonical =
            [method, path, query] + all.map { "\($0.key):\($0.value)" } + ["", names, body]
        let scope = "\(day)/\(address.region)/s3/aws4_request"
        let hash = Hexadecimal.text(SHA256.digest(of: canonical.joined(separator: "\n")))
        let signature = Hexadecimal.text(code("\(Self.algorithm)\n\(time)\n\(scope)\n\(hash)", key: signingKey))
        let credential = "Credential=\(address.accessKey)/\(scope),SignedHeaders=\(names),Signature=\(signature)"
        return all.map { "\($0.key): \($0.value)" } + ["Authorization: \(Self.algorithm) \(credential)"]
    }

    /// Encodes a part of a path or query; a path keeps its slashes.
    static func encoded(_ text: String, keepsSlashes: Bool = false) -> String {
        text.percentEncoded { byte in
            "-._~".utf8.contains(byte) || (keepsSlashes && byte == UInt8(ascii: "/"))
        }
    }

    private var signingKey: [UInt8] {
        [day, address.region, "s3", "aws4_request"].reduce(Array("AWS4\(address.secretKey)".utf8)) { code($1, key: $0) }
    }

    private func code(_ text: String, key: [UInt8]) -> [UInt8] { HMAC.sha256(of: Array(text.utf8), key: key) }

    /// `20261126T183000Z`
    private var time: String { SeoulTime(date).rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z" }
    private var day: String { String(time.prefix(8)) }
}
