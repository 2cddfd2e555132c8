import HTTPTypes
import NIOCore

/// How long a client may take; tests use shorter ones.
package struct ServerLimits: Sendable {
    /// A request's head, from the connection's start or, on one in use, from the head's first byte.
    package var head = TimeAmount.seconds(10)
    /// A body may take this long at any speed; after that it must have come at `bytesPerSecond` or faster.
    package var body = TimeAmount.seconds(10)
    var bytesPerSecond = 1_024
    /// No body takes longer than this, but for those that may be longer than come in that time at `leastPace`.
    package var maxBodyLength = TimeAmount.minutes(10)
    /// Bytes a second of a body as long as its address takes.
    private static let leastPace = 131_072
    /// A body longer than this ends the connection, read by a handler or not.
    package var maxBytes = 4 << 20
    /// How much more of a body is read once its request is answered, so that the client sees the answer.
    package var maxBytesUnasked = 1 << 20
    /// Addresses that take longer bodies, and how long these may be.
    var longBodies = LongBodies([:])
    /// A connection on which nothing is asked.
    package var idle = TimeAmount.seconds(30)
    /// A client that takes nothing more of its answer; one that takes it slowly may.
    package var write = TimeAmount.seconds(30)
    /// How long a refused client may go on sending before the connection is cut.
    var lingering = TimeAmount.seconds(2)

    package init() {}

    /// These, with longer bodies at the addresses of a site.
    package func taking(_ bodies: [String: Int]) -> ServerLimits {
        var limits = self
        limits.longBodies = LongBodies(bodies)
        return limits
    }

    /// How long the body of this request may be.
    package func maxBytes(of head: HTTPRequest) -> Int {
        guard head.method == .post, let path = head.path?.prefix(while: { $0 != "?" }) else { return maxBytes }
        return max(maxBytes, longBodies.maxBytes(path) ?? 0)
    }

    /// How long a body may take in all, whatever the reason, where so many bytes may come.
    package func maxBodyLength(of bytes: Int) -> TimeAmount {
        max(maxBodyLength, .seconds(Int64(bytes / Self.leastPace)))
    }

    /// How often a connection is looked at: often enough to be a tenth late at most, and not more than that.
    package var check: TimeAmount {
        let shortest = min(head, body, maxBodyLength, write, lingering)
        return max(.milliseconds(10), min(.seconds(1), .nanoseconds(shortest.nanoseconds / 10)))
    }
}

/// The addresses that take longer bodies than a form's, known before the router is asked.
struct LongBodies: Sendable {
    private let routes: [(parts: [Substring], maxBytes: Int)]

    /// - Parameter routes: paths as the router has them, `/places/{id}/reviews`, and the longest body of each.
    init(_ routes: [String: Int]) {
        self.routes = routes.map { ($0.split(separator: "/"), $1) }
    }

    /// Nil where no such address is meant; where several are, the longest.
    func maxBytes(_ path: Substring) -> Int? {
        let parts = path.split(separator: "/", maxSplits: 16)
        return routes.filter { route in
            route.parts.count == parts.count && zip(route.parts, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }.map(\.maxBytes).max()
    }
}

/// Rules on a request's head that the parser leaves to us.
enum RequestHead {
    /// One Host (RFC 9112 §3.2), one way of saying how long the body is (§6.3), a target without control characters, and no
    /// field that takes long to compare: 14 KB of marks upon one letter held an event loop for a tenth of a second.
    static func isAcceptable(_ head: HTTPRequest) -> Bool {
        guard let authority = head.authority, isHost(authority), head.headerFields[values: .host].isEmpty else {
            return false
        }
        let lengths = head.headerFields[values: .contentLength]
        if lengths.count > 1 || (!lengths.isEmpty && head.headerFields[.transferEncoding] != nil) { return false }
        let values = head.headerFields.lazy.map(\.value.unicodeScalars)
        if values.contains(where: { UnseenCharacters.isUnsafeToCompose($0) }) { return false }
        return head.path?.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ?? false
    }

    /// A name or an address and perhaps a port: letters, digits and what RFC 3986 §3.2.2 lets stand between them.
    private static func isHost(_ authority: String) -> Bool {
        !authority.isEmpty
            && authority.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._~:[]%!$&'()*+,;=".utf8.contains(byte)
                }
            }
    }
}

extension HTTPField.Name {
    /// The codec moves the first Host to the pseudo-header; another one stays behind under this name.
    fileprivate static let host = HTTPField.Name("Host") ?? .server
}
