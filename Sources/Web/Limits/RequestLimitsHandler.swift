import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Watches one connection: answers `Expect: 100-continue`, refuses heads that are ambiguous or slow to compare, and closes the
/// connections of clients that send or read too slowly. One periodic check serves all limits, so that requests of a busy client
/// cost no timers.
package final class RequestLimitsHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// What the client is expected to send next.
    private enum Phase {
        /// Nothing; the idle limit counts.
        case betweenRequests
        case head(since: NIODeadline)
        case body(since: NIODeadline)
        /// The request was refused and answered.
        case rejected(since: NIODeadline)
        /// Nothing more; the request is refused once earlier answers are written.
        case condemned
    }

    /// What is written after the answers to earlier requests.
    private enum Held {
        case nothing, invitation, rejection
    }

    private let limits: ServerLimits
    /// Gets a head that the site never sees, and the peer's address.
    private let onRejection: @Sendable (HTTPRequest, String) -> Void
    private var phase = Phase.betweenRequests
    private var bodyBytes = 0
    /// What the head says of the body's length; nil where it comes in chunks.
    private var statedBytes: Int?
    private var maxBytes = 0
    /// When a part of the body came, or the client was invited to send it.
    private var heardAt = NIODeadline.distantPast
    /// The latest time for the end of the body, whatever delays it.
    private var bodyDeadline = NIODeadline.distantFuture
    /// When reading was paused because the site is behind; the client is not charged for that time.
    private var pausedSince: NIODeadline?
    /// Requests passed on whose answers are not complete.
    private var unanswered = 0
    private var held = Held.nothing
    /// Whether the bytes of one read contained any part of a request.
    private var sawPart = false
    /// How the client reads its answers.
    private var reading = ReadingPace()
    private var look: RepeatedTask?
    /// When the last bytes arrived or the last answer was written.
    private var lastActive = NIODeadline.uptimeNanoseconds(0)
    private var idleEnd: Scheduled<Void>?
    /// The place in the pipeline where bytes are as they go over the wire, and this handler's own.
    private var wire: ChannelHandlerContext?
    private var own: ChannelHandlerContext?

    package init(limits: ServerLimits, onRejection: @escaping @Sendable (HTTPRequest, String) -> Void) {
        self.limits = limits
        self.onRejection = onRejection
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        let bytes = FirstBytesHandler(limits: NIOLoopBound(self, eventLoop: context.eventLoop))
        // It only fails on a channel that is closed already.
        try? context.pipeline.syncOperations.addHandler(bytes, position: .first)
        wire = try? context.pipeline.syncOperations.context(handler: bytes)
        own = context
        if context.channel.isActive { start(context) }
    }

    package func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) { stop() }

    package func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    private func stop() {
        look?.cancel()
        idleEnd?.cancel()
        (wire, own) = (nil, nil)
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        sawPart = true
        switch phase {
        case .rejected, .condemned: return
        case .betweenRequests, .head, .body: break
        }
        var data = data
        switch unwrapInboundIn(data) {
        case .head(var head):
            if let path = head.path?.withPlainPath, path != head.path {
                head.path = path
                data = wrapInboundOut(.head(head))
            }
            guard RequestHead.isAcceptable(head) else {
                onRejection(head, context.remoteAddress?.ipAddress ?? "-")
                return reject(context)
            }
            heardAt = context.eventLoop.now
            phase = .body(since: heardAt)
            bodyBytes = 0
            maxBytes = limits.maxBytes(of: head)
            bodyDeadline = heardAt + limits.bodyTime(of: head)
            unanswered += 1
            let isChunked = head.headerFields[.transferEncoding] != nil
            statedBytes = isChunked ? nil : head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
            if head.headerFields[.expect]?.lowercased() == "100-continue", statedBytes ?? 0 <= maxBytes {
                invite(context)
            }
        case .body(let buffer):
            held = .nothing
            heardAt = context.eventLoop.now
            bodyBytes += buffer.readableBytes
            if bodyBytes > maxBytes { context.close(promise: nil) }
        case .end:
            held = .nothing
            phase = .betweenRequests
        }
        context.fireChannelRead(data)
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        if case .body = phase { pausedSince = context.eventLoop.now }
        context.fireChannelReadComplete()
    }

    package func read(context: ChannelHandlerContext) {
        if case .body(let since) = phase, let pausedSince {
            let pause = context.eventLoop.now - pausedSince
            phase = .body(since: since + pause)
            heardAt = heardAt + pause
        }
        pausedSince = nil
        context.read()
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: promise)
        if case .end = unwrapOutboundIn(data) { answerWasWritten(context) }
    }

    /// An answer is complete, whichever way it was written.
    private func answerWasWritten(_ context: ChannelHandlerContext) {
        unanswered -= 1
        lastActive = context.eventLoop.now
        // Nobody reads the rest of this body; a little more is let through, not half a gigabyte.
        if unanswered == 0, case .body = phase { maxBytes = min(maxBytes, bodyBytes + limits.maxBytesUnasked) }
        switch held {
        case .invitation where unanswered == 1: writeInvitation(context)
        case .rejection where unanswered == 0: writeRejection(context)
        case .nothing, .invitation, .rejection: break
        }
    }

    /// Writes a whole answer as it goes over the wire, past the encoder. Only for the sole request whose answer is due.
    func writeEncodedResponse(_ parts: [ByteBuffer]) {
        guard let wire, let own else { return }
        for part in parts { wire.write(NIOAny(part), promise: nil) }
        wire.flush()
        answerWasWritten(own)
    }

    /// Whether only the answer to the request just passed on is due.
    var owesOneAnswer: Bool { unanswered == 1 }

    /// Whether more of a body is to come than is let through once its request is answered: the connection ends then.
    var isBodyTooLongToPass: Bool {
        guard case .body = phase else { return false }
        return statedBytes.map { $0 - bodyBytes > limits.maxBytesUnasked } ?? true
    }

    /// Bytes arrived; without any part of a request, they may be the beginning of a head.
    func bytesWereRead(_ context: ChannelHandlerContext) {
        lastActive = context.eventLoop.now
        if case .betweenRequests = phase, !sawPart { phase = .head(since: context.eventLoop.now) }
        sawPart = false
        watch(context)
    }

    /// Answers 100 Continue; in turn, because a client expects answers in the order of its requests.
    private func invite(_ context: ChannelHandlerContext) {
        if unanswered == 1 { writeInvitation(context) } else { held = .invitation }
    }

    private func writeInvitation(_ context: ChannelHandlerContext) {
        held = .nothing
        heardAt = context.eventLoop.now
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// Refuses the request: nothing of it, or of what follows it, reaches the site.
    private func reject(_ context: ChannelHandlerContext) {
        phase = .condemned
        if unanswered == 0 { writeRejection(context) } else { held = .rejection }
    }

    /// Answers 400 and closes the sending half. The other half stays open for a moment: closed with bytes unread, the
    /// connection would be reset and the answer lost (RFC 9112 §9.6).
    private func writeRejection(_ context: ChannelHandlerContext) {
        held = .nothing
        phase = .rejected(since: context.eventLoop.now)
        let head = HTTPResponse(status: .badRequest, headerFields: [.connection: "close", .contentLength: "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(mode: .output, promise: nil)
    }

    /// Starts the time limit of the first head.
    private func start(_ context: ChannelHandlerContext) {
        phase = .head(since: context.eventLoop.now)
        lastActive = context.eventLoop.now
        watch(context)
        closeOnceIdle(context, in: limits.idle)
    }

    /// Closes the connection once it has been idle for so long. One timer at a time: it is not set again for each request.
    private func closeOnceIdle(_ context: ChannelHandlerContext, in time: TimeAmount) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        idleEnd?.cancel()
        idleEnd = context.eventLoop.scheduleTask(in: time) {
            let (handler, context) = bound.value
            let left = handler.lastActive + handler.limits.idle - context.eventLoop.now
            if left <= .zero, handler.isIdle { return context.close(promise: nil) }
            handler.closeOnceIdle(context, in: left > .zero ? left : handler.limits.idle)
        }
    }

    /// Checks the connection periodically while there is something to wait for: an idle one costs nothing.
    private func watch(_ context: ChannelHandlerContext) {
        guard look == nil else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        look = context.eventLoop.scheduleRepeatedTask(initialDelay: limits.check, delay: limits.check) { look in
            let (handler, context) = bound.value
            if handler.isTooSlow(context) { context.close(promise: nil) }
            if handler.isIdle {
                look.cancel()
                handler.look = nil
            }
        }
    }

    private var isIdle: Bool {
        guard case .betweenRequests = phase else { return false }
        return unanswered <= 0 && !reading.isBehind
    }

    /// Whether nothing of a body comes; a client that waits for its invitation is to send nothing.
    private func isSilent(_ now: NIODeadline) -> Bool {
        if case .invitation = held { return false }
        return now - heardAt >= limits.silence
    }

    private func isTooSlow(_ context: ChannelHandlerContext) -> Bool {
        let now = context.eventLoop.now
        switch phase {
        case .betweenRequests, .condemned: break
        case .head(let since): if now - since >= limits.head { return true }
        case .rejected(let since): if now - since >= limits.lingering { return true }
        case .body(let since):
            if now >= bodyDeadline { return true }
            let elapsed = now - since
            let due = Double(elapsed.nanoseconds) / 1e9 * Double(limits.bytesPerSecond)
            let isSlow = elapsed >= limits.body && Double(bodyBytes) < due
            if pausedSince == nil, isSlow || isSilent(now) { return true }
        }
        let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        return reading.hasStalled(waiting, now, for: limits.write)
    }
}

/// Sits before the parser and reports bytes that the parser holds back: an unfinished head is no part of a request yet.
private final class FirstBytesHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let limits: NIOLoopBound<RequestLimitsHandler>

    init(limits: NIOLoopBound<RequestLimitsHandler>) { self.limits = limits }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireChannelRead(data)
        limits.value.bytesWereRead(context)
    }
}
