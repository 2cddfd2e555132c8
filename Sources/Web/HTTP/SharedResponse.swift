import HTTPTypes
import Hummingbird
import NIOCore

/// An answer that is the same for everybody and rarely made: its bytes, plain and compressed.
package struct SharedResponse: Sendable {
    private static let compressor = Compressor(level: 6)

    private let bytes: ByteBuffer
    private let smaller: ByteBuffer?
    private let tag: String

    package init(_ bytes: [UInt8]) {
        self.bytes = ByteBuffer(bytes: bytes)
        smaller = Self.compressor.gzip(bytes).map { ByteBuffer(bytes: $0) }
        tag = Hexadecimal.text(SHA256.digest(of: bytes).prefix(10))
    }

    /// - Parameter seconds: how long caches may keep it.
    package func response(to request: Request, type: String, seconds: Int) -> Response {
        let smaller = Compressor.isAccepted(request.headers[.acceptEncoding]) ? smaller : nil
        var headers: HTTPFields = [
            .contentType: type, .cacheControl: "public, max-age=\(seconds)", .vary: "Accept-Encoding",
            .eTag: smaller == nil ? "\"\(tag)\"" : "\"\(tag)-gz\"",
        ]
        if let known = request.headers[.ifNoneMatch], ETag.matches(known, tag: tag) {
            return Response(status: .notModified, headers: headers)
        }
        if smaller != nil { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: smaller ?? bytes))
    }
}
