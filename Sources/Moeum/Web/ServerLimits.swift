import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// How long a client may take; tests use shorter ones.
public struct ServerLimits: Sendable {
    /// A request's head.
    public var head = TimeAmount.seconds(10)
    /// A body may take this long at any speed; after that it must have come at `bytesPerSecond` or faster.
    public var body = TimeAmount.seconds(10)
    public var bytesPerSecond = 1_024
    /// A body longer than this ends the connection, read by a handler or not.
    public var mostBytes = 4 << 20
    /// A connection on which nothing is asked.
    public var idle = TimeAmount.seconds(30)
    /// A client that takes none of its answer.
    public var write = TimeAmount.seconds(30)

    public init() {}
}

/// Watches one connection: answers `Expect: 100-continue`, refuses heads that are ambiguous, and closes on clients that
/// send or read too slowly.
final class RequestLimitsHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServerLimits
    private var headTimer: Scheduled<Void>?
    private var bodyTimer: RepeatedTask?
    private var writeTimer: RepeatedTask?
    private var bodyStart = NIODeadline.now()
    private var bodyBytes = 0
    private var isRefused = false
    private var unwritten = 0
    private var lastWrite = NIODeadline.now()

    init(limits: ServerLimits) { self.limits = limits }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { startHeadTimer(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        startHeadTimer(context)
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancelTimers() }

    func channelInactive(context: ChannelHandlerContext) {
        cancelTimers()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            headTimer?.cancel()
            headTimer = nil
            guard RequestHead.isUnambiguous(head) else { return refuse(context) }
            startBodyTimer(context)
            if head.headerFields[.expect]?.lowercased() == "100-continue" {
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        case .body(let buffer):
            bodyBytes += buffer.readableBytes
            if bodyBytes > limits.mostBytes { context.close(promise: nil) }
        case .end:
            bodyTimer?.cancel()
            bodyTimer = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let promise = promise ?? context.eventLoop.makePromise()
        unwritten += 1
        lastWrite = .now()
        startWriteTimer(context)
        promise.futureResult.assumeIsolated().whenComplete { [self] _ in
            unwritten -= 1
            lastWrite = .now()
        }
        context.write(data, promise: promise)
    }

    /// Answers 400 and closes; nothing of the request reaches the site.
    private func refuse(_ context: ChannelHandlerContext) {
        isRefused = true
        cancelTimers()
        let head = HTTPResponse(status: .badRequest, headerFields: [.connection: "close", .contentLength: "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in bound.value.close(promise: nil) }
    }

    /// A first request that has not begun in time; between requests the idle limit counts.
    private func startHeadTimer(_ context: ChannelHandlerContext) {
        guard headTimer == nil else { return }
        headTimer = context.eventLoop.assumeIsolated().scheduleTask(in: limits.head) { context.close(promise: nil) }
    }

    private func startBodyTimer(_ context: ChannelHandlerContext) {
        bodyStart = .now()
        bodyBytes = 0
        bodyTimer?.cancel()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        bodyTimer = context.eventLoop.scheduleRepeatedTask(initialDelay: limits.body, delay: .seconds(1)) { _ in
            let (handler, context) = bound.value
            let seconds = Double((NIODeadline.now() - handler.bodyStart).nanoseconds) / 1e9
            if Double(handler.bodyBytes) < seconds * Double(handler.limits.bytesPerSecond) {
                context.close(promise: nil)
            }
        }
    }

    private func startWriteTimer(_ context: ChannelHandlerContext) {
        guard writeTimer == nil else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        writeTimer = context.eventLoop.scheduleRepeatedTask(initialDelay: limits.write, delay: .seconds(1)) { task in
            let (handler, context) = bound.value
            guard handler.unwritten > 0 else {
                task.cancel()
                handler.writeTimer = nil
                return
            }
            if NIODeadline.now() - handler.lastWrite > handler.limits.write { context.close(promise: nil) }
        }
    }

    private func cancelTimers() {
        headTimer?.cancel()
        bodyTimer?.cancel()
        writeTimer?.cancel()
    }
}

/// Rules on a request's head that the parser leaves to us.
enum RequestHead {
    /// One Host (RFC 9112 §3.2), one way of saying how long the body is (§6.3), and a target without control characters.
    static func isUnambiguous(_ head: HTTPRequest) -> Bool {
        guard let authority = head.authority, !authority.isEmpty, head.headerFields[values: .host].isEmpty else {
            return false
        }
        let lengths = head.headerFields[values: .contentLength]
        if lengths.count > 1 || (!lengths.isEmpty && head.headerFields[.transferEncoding] != nil) { return false }
        return head.path?.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ?? false
    }
}

extension HTTPField.Name {
    /// The codec moves the first Host to the pseudo-header; another one stays behind under this name.
    fileprivate static let host = HTTPField.Name("Host") ?? .server
}
