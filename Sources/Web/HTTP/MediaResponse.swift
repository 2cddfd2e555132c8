import HTTPTypes
import Hummingbird
import NIOCore

/// A file that strangers had a hand in: exactly its type, nothing in it may run, and a part of it for who asks for one.
package struct MediaResponse {
    package let type: String
    /// Without quotes; the same for the same bytes alone.
    package let tag: String
    package let cacheControl: String

    package init(type: String, tag: String, cacheControl: String) {
        self.type = type
        self.tag = tag
        self.cacheControl = cacheControl
    }

    /// - Parameter read: gives the file; not asked where nobody needs it.
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

    /// One range is given (RFC 9110 §14.2); several, or what is none, get the whole.
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
