import HTTPTypes
import Hummingbird
import NIOCore

/// The answer with an uploaded file: exactly its type, no scripts, and ranges.
package struct MediaResponse {
    package let type: String
    /// The ETag without quotes; equal only for equal bytes.
    package let tag: String
    package let cacheControl: String

    package init(type: String, tag: String, cacheControl: String) {
        self.type = type
        self.tag = tag
        self.cacheControl = cacheControl
    }

    /// - Parameter read: reads the file; not called where the answer has no body.
    package func response(to request: Request, read: () async throws -> ByteBuffer) async throws -> Response {
        var headers: HTTPFields = [
            .contentType: type, .eTag: "\"\(tag)\"", .cacheControl: cacheControl, .acceptRanges: "bytes",
            .contentSecurityPolicy: "sandbox; default-src 'none'",
        ]
        if let known = request.headers[.ifNoneMatch], ETag.matches(known, tag: tag) {
            return Response(status: .notModified, headers: headers)
        }
        let bytes = try await read()
        let length = bytes.readableBytes
        switch range(request, length) {
        case .whole: return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            let part = bytes.getSlice(at: bytes.readerIndex + range.lowerBound, length: range.count) ?? ByteBuffer()
            return Response(status: .partialContent, headers: headers, body: ResponseBody(byteBuffer: part))
        case .outside:
            headers[.contentRange] = "bytes */\(length)"
            headers[.cacheControl] = "no-store"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
    }

    private enum Part: Equatable {
        case whole
        case part(Range<Int>)
        case outside
    }

    /// A single range is served (RFC 9110 §14.2); for several or an invalid one the whole file.
    private func range(_ request: Request, _ length: Int) -> Part {
        guard request.method == .get, let header = request.headers[.range] else { return .whole }
        if let condition = request.headers[.ifRange], condition != "\"\(tag)\"" { return .whole }
        guard let match = header.wholeMatch(of: /bytes=([0-9]{0,15})-([0-9]{0,15})/) else { return .whole }
        switch (Int(match.1), Int(match.2)) {
        case (nil, nil): return .whole
        case (nil, let last?): return last > 0 && length > 0 ? .part(max(0, length - last)..<length) : .outside
        case (let first?, let last):
            if let last, last < first { return .whole }
            return first < length ? .part(first..<min(length, (last ?? length) + 1)) : .outside
        }
    }
}
