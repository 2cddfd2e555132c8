import Database
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A finished public answer.
package final class CachedResponse: Sendable {
    /// The route that made it, for the metrics.
    let route: String?
    /// Whether browsers show it as a page.
    let isPage: Bool
    let body: ByteBuffer
    /// What it was made from; an asset is from no table and never changes.
    private let columns: ColumnSet
    /// The last change that is known not to concern it.
    private let number: Atomic<Int>
    /// When it says something about the time that may not hold any more.
    let until: Date

    private let headers: HTTPFields
    /// Status line and fields, up to the value of the field `date`, which is the last one.
    let head: ByteBuffer
    let notModifiedHead: ByteBuffer

    /// Nil for an answer that is not the same for everybody.
    init?(_ response: Response, body: ByteBuffer, route: String?, trace: ReadTrace, until: Date) {
        guard Self.isPublic(response) else { return nil }
        self.body = body
        (self.route, self.until) = (route, until)
        columns = trace.columns
        number = Atomic(trace.number)
        var headers = response.headers
        headers[.contentLength] = nil
        self.headers = headers
        isPage = headers[.contentType]?.hasPrefix("text/html") ?? false
        notModifiedHead = ResponseHead.bytes(.notModified, headers.withoutBody)
        headers[.contentLength] = String(body.readableBytes)
        head = ResponseHead.bytes(.ok, headers)
    }

    /// About how much memory it takes, with a key as long as keys may be. Buffers are larger than what is in them.
    var size: Int { body.storageCapacity + head.storageCapacity + notModifiedHead.storageCapacity + 2_560 }

    /// Whether nothing that it was made from has changed, or not since the request came.
    /// - Parameter arrival: the number of the last change before the request came; nil for a request that comes now.
    func suits(requestSince arrival: Int?, _ changes: DataChanges) -> Bool {
        let known = number.load(ordering: .relaxed)
        if let arrival, known >= arrival { return true }
        guard let current = changes.currentNumber(columns, since: known) else { return false }
        number.store(current, ordering: .relaxed)
        return true
    }

    static func isPublic(_ response: Response) -> Bool {
        response.status == .ok && response.headers[.cacheControl]?.hasPrefix("public") == true
            && response.headers[.setCookie] == nil
    }

    /// Whether the client has these bytes already.
    func isKnown(_ ifNoneMatch: String?) -> Bool {
        ETag.matches(ifNoneMatch, field: headers[.eTag])
    }

    /// The answer to a request that came the asynchronous way.
    func response(to request: Request) -> Response {
        if isKnown(request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers.withoutBody)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}

extension HTTPFields {
    /// The fields of an answer without its body (RFC 9110 §15.4.5).
    var withoutBody: HTTPFields {
        var fields = self
        (fields[.contentEncoding], fields[.contentLength]) = (nil, nil)
        return fields
    }
}
