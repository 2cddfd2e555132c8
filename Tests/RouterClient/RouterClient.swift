import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded

/// What a router answered, its body whole.
public struct TestResponse: Sendable {
    public let status: HTTPResponse.Status
    public let headers: HTTPFields
    public let body: ByteBuffer
}

/// Sends requests straight to a router, for tests and benchmarks that need no socket. Hummingbird's own does the same and
/// brings a second TLS library along.
public struct RouterClient: Sendable {
    private let respond: @Sendable (Request) async throws -> Response

    /// - Parameter peer: the network address that the router sees; none where nil.
    public init<Context: RequestContext>(
        _ router: Router<Context>,
        peer: String? = nil,
        logger: Logger = Logger(label: "test")
    ) throws where Context.Source == ApplicationRequestContextSource {
        let channel = NIOAsyncTestingChannel()
        if let peer { channel.remoteAddress = try SocketAddress(ipAddress: peer, port: 40_000) }
        let responder = router.buildResponder()
        respond = { request in
            let source = ApplicationRequestContextSource(channel: channel, logger: logger)
            return try await responder.respond(to: request, context: Context(source: source))
        }
    }

    /// The body comes in pieces of at most 32 KiB, as from a socket. An error is 500, as Hummingbird answers it.
    public func execute(
        uri: String,
        method: HTTPRequest.Method,
        headers: HTTPFields = [:],
        body: ByteBuffer? = nil
    ) async throws -> TestResponse {
        var headers = headers
        if let body { headers[.contentLength] = "\(body.readableBytes)" }
        let head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: uri, headerFields: headers)
        let request = Request(head: head, body: RequestBody(asyncSequence: Self.pieces(of: body ?? ByteBuffer())))
        let response: Response
        do { response = try await respond(request) } catch { response = Response(status: .internalServerError) }
        let writer = CollectingWriter()
        try await response.body.write(writer)
        return TestResponse(status: response.status, headers: response.headers, body: writer.body)
    }

    private static func pieces(of body: ByteBuffer) -> AsyncStream<ByteBuffer> {
        AsyncStream { continuation in
            var rest = body
            while rest.readableBytes > 0, let piece = rest.readSlice(length: min(32 << 10, rest.readableBytes)) {
                continuation.yield(piece)
            }
            continuation.finish()
        }
    }
}

/// Keeps what is written to it. One task at a time writes to it: `@unchecked Sendable`.
private final class CollectingWriter: ResponseBodyWriter, @unchecked Sendable {
    private(set) var body = ByteBuffer()

    func write(_ buffer: ByteBuffer) async throws { body.writeImmutableBuffer(buffer) }
    func finish(_ trailers: HTTPFields?) async throws {}
}
