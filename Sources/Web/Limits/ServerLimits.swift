import HTTPTypes
import NIOCore

/// The time limits for clients; tests use shorter ones.
package struct ServerLimits: Sendable {
    /// For a request's head, from the connection's start or, on a used one, from the head's first byte.
    package var head = TimeAmount.seconds(10)
    /// A body may take this long at any speed; after that it must have arrived at `bytesPerSecond` or faster.
    package var body = TimeAmount.seconds(10)
    var bytesPerSecond = 1_024
    /// For a body of which nothing comes.
    package var silence = TimeAmount.seconds(30)
    /// No form may take longer in all, whatever delays it.
    package var form = TimeAmount.seconds(120)
    /// The same for one with files, except those so long that `leastPace` allows more.
    package var files = TimeAmount.minutes(10)
    /// Bytes per second for the longest allowed body of an address.
    private static let leastPace = 131_072
    /// A longer body ends the connection, whether or not a handler reads it.
    package var maxBytes = 4 << 20
    /// How much more of a body is read once its request is answered, so that the client reads the answer.
    package var maxBytesUnasked = 1 << 20
    /// Addresses that accept longer bodies, and their limits.
    var longBodies = BodyLimits([:])
    /// For a connection without requests.
    package var idle = TimeAmount.seconds(30)
    /// For a client that accepts no more bytes of its answer; slow ones are allowed.
    package var write = TimeAmount.seconds(30)
    /// How long a refused client may go on sending before the connection is cut.
    var lingering = TimeAmount.seconds(2)

    package init() {}

    /// The same limits, with longer bodies at the addresses of a site.
    package func taking(_ bodies: [String: Int]) -> ServerLimits {
        var limits = self
        limits.longBodies = BodyLimits(bodies)
        return limits
    }

    /// The longest allowed body of this request.
    package func maxBytes(of head: HTTPRequest) -> Int {
        guard head.method == .post, let path = head.path?.prefix(while: { $0 != "?" }) else { return maxBytes }
        return max(maxBytes, longBodies.maxBytes(path) ?? 0)
    }

    /// The longest time for the body of this request, whatever delays it.
    package func bodyTime(of head: HTTPRequest) -> TimeAmount {
        guard head.method == .post, let path = head.path?.prefix(while: { $0 != "?" }),
            let bytes = longBodies.maxBytes(path),
            head.headerFields[.contentType].flatMap(MultipartParser.boundary) != nil
        else { return form }
        return max(files, .seconds(Int64(bytes / Self.leastPace)))
    }

    /// How often a connection is checked: limits are at most a tenth late.
    package var check: TimeAmount {
        let shortest = min(head, body, silence, form, files, write, lingering)
        return max(.milliseconds(10), min(.seconds(1), .nanoseconds(shortest.nanoseconds / 10)))
    }
}

/// The addresses that accept longer bodies than a form's, known before the router is used.
struct BodyLimits: Sendable {
    private let routes: [(parts: [Substring], maxBytes: Int)]

    /// - Parameter routes: paths as in the router, `/places/{id}/reviews`, and the longest body of each.
    init(_ routes: [String: Int]) {
        self.routes = routes.map { ($0.parts(at: "/").filter { !$0.isEmpty }, $1) }
    }

    /// Nil for other addresses; where several match, the longest.
    func maxBytes(_ path: Substring) -> Int? {
        let parts = path.parts(at: "/", upTo: 16).filter { !$0.isEmpty }
        return routes.filter { route in
            route.parts.count == parts.count && zip(route.parts, parts).allSatisfy { $0.begins(with: "{") || $0 == $1 }
        }.map(\.maxBytes).max()
    }
}

/// Rules for a request's head that the parser does not check.
enum RequestHead {
    /// One Host (RFC 9112 §3.2), one statement of the body's length (§6.3), a target without control characters, and no field
    /// that takes long to compare: 14 KB of combining marks on one letter held an event loop for a tenth of a second.
    static func isAcceptable(_ head: HTTPRequest) -> Bool {
        guard let authority = head.authority, isHost(authority), head.headerFields[values: .host].isEmpty else {
            return false
        }
        let lengths = head.headerFields[values: .contentLength]
        if lengths.count > 1 || (!lengths.isEmpty && head.headerFields[.transferEncoding] != nil) { return false }
        let values = head.headerFields.lazy.map(\.value.unicodeScalars)
        if values.contains(where: { InvisibleCharacters.isUnsafeToCompose($0) }) { return false }
        return head.path?.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ?? false
    }

    /// A name or address with an optional port: letters, digits and the characters that RFC 3986 §3.2.2 allows.
    private static func isHost(_ authority: String) -> Bool {
        !authority.isEmpty
            && authority.utf8.allSatisfy { $0.isLetterOrDigit || "-._~:[]%!$&'()*+,;=".utf8.contains($0) }
    }
}
