import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Turns the requests of one connection into tasks, one after the other, and writes their answers. The last in the pipeline.
final class RequestHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How the connection ends.
    private enum End {
        /// After the request in hand; what follows it is not read.
        case afterThis
        /// After the requests that came.
        case afterAll
        /// The same, with an answer to what followed them and was no HTTP.
        case rejecting
        /// It has; at least no more answers are written.
        case closed
    }

    private let limits: RequestLimitsHandler
    private let respond: HTTPConnection.Respond
    /// Succeeds once the connection is over, and its last task with it.
    private(set) var ended: EventLoopPromise<Void>?
    private var context: ChannelHandlerContext?
    private var executor: EventLoopExecutor?
    private var task: Task<Void, Never>?
    /// Whether the end of the last request is still to come, and its body where a task reads it.
    private var isReceiving = false
    private var body: IncomingBody?
    private var waiting = CircularBuffer<HTTPRequestPart>()
    private var isBodyFull = false
    /// Whether the channel was asked not to read on.
    private var holdsRead = false
    /// Why nothing more comes.
    private var inputError: (any Error)?
    private var end: End?

    init(limits: RequestLimitsHandler, respond: @escaping HTTPConnection.Respond) {
        (self.limits, self.respond) = (limits, respond)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        executor = EventLoopExecutor(context.eventLoop)
        ended = context.eventLoop.makePromise()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        if task == nil { ended?.succeed() }
    }

    /// Ends the connection and what is being done for it.
    func cancel() {
        task?.cancel()
        context?.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .closed = end { return }
        waiting.append(unwrapInboundIn(data))
        proceed()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        proceed()
        context.fireChannelWritabilityChanged()
    }

    func read(context: ChannelHandlerContext) {
        holdsRead = isBodyFull || !waiting.isEmpty
        if !holdsRead { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        // The site stops, or the client sends nothing more: nobody waits for either.
        case is ChannelShouldQuiesceEvent where end == .closed, ChannelEvent.inputClosed where end == .closed:
            context.close(promise: nil)
        case is ChannelShouldQuiesceEvent: finish(.afterAll)
        case ChannelEvent.inputClosed:
            inputError = ChannelError.inputClosed
            finish(.afterAll)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What comes after bytes that are no HTTP is no error more.
        if error is ByteToMessageDecoderError { return }
        guard error is HTTPParserError else { return context.close(promise: nil) }
        inputError = error
        finish(isReceiving ? .afterThis : .rejecting)
    }

    func channelInactive(context: ChannelHandlerContext) {
        body?.fail(ChannelError.eof)
        (body, end) = (nil, .closed)
        waiting.removeAll()
        context.fireChannelInactive()
    }

    /// Takes the parts that wait, up to the next request where one is being answered or the client accepts nothing.
    private func proceed() {
        guard let context else { return }
        while let part = waiting.first {
            if !isReceiving, task != nil || end == .afterThis || !context.channel.isWritable { break }
            waiting.removeFirst()
            handle(part, context)
        }
        if let inputError, waiting.isEmpty { body?.fail(inputError) }
        if let end, task == nil, end == .afterThis || waiting.isEmpty { close(context, end) }
        if holdsRead { read(context: context) }
    }

    private func handle(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head):
            isReceiving = true
            begin(head, context)
        case .body(let bytes): if let body { isBodyFull = !body.append(bytes) }
        case .end:
            isReceiving = false
            body?.finish()
            body = nil
        }
    }

    private func begin(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        let fields = head.headerFields
        if fields[.contentLength] ?? "0" != "0" || fields[.transferEncoding] != nil { body = incomingBody(context) }
        if fields[.connection]?.lowercased() == "close" { end = .afterThis }
        let request = Request(head: head, body: body?.body ?? RequestBody(buffer: ByteBuffer()))
        let (channel, respond) = (context.channel, respond)
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        task = Task(executorPreference: executor) {
            do {
                var response = try await respond(request, channel)
                handler.value.announceEnd(in: &response)
                let writer = BodyWriter(channel, response)
                try await response.body.write(writer)
                handler.value.wasAnswered(writer.whole)
            } catch {
                // Part of an answer may be written: a connection that ends is how the client learns that the rest is missing.
                channel.close(promise: nil)
                handler.value.wasAnswered(nil)
            }
        }
    }

    /// Tells the client that the connection ends, where it goes on sending more than is passed over.
    private func announceEnd(in response: inout Response) {
        guard isReceiving, limits.isBodyTooLongToPass else { return }
        response.headers[.connection] = "close"
        if end == nil { end = .afterThis }
    }

    private func incomingBody(_ context: ChannelHandlerContext) -> IncomingBody {
        let (handler, loop) = (NIOLoopBound(self, eventLoop: context.eventLoop), context.eventLoop)
        return IncomingBody {
            loop.execute {
                handler.value.isBodyFull = false
                handler.value.proceed()
            }
        }
    }

    /// - Parameter parts: of the answer, where it is still to be written.
    private func wasAnswered(_ parts: [ByteBuffer]?) {
        if let parts { limits.writeEncodedResponse(parts) }
        task = nil
        if context == nil { ended?.succeed() }
        // Nobody reads the rest of it.
        (body, isBodyFull) = (nil, false)
        proceed()
    }

    /// Ends the connection once the requests that came are answered.
    private func finish(_ end: End) {
        if self.end == nil { self.end = end }
        proceed()
    }

    /// The client may still be sending: the half that it reads is closed first, so that it gets its answer.
    private func close(_ context: ChannelHandlerContext, _ end: End) {
        guard end != .closed else { return }
        self.end = .closed
        waiting.removeAll()
        // A body that was cut off is answered already.
        if end == .rejecting, !isReceiving {
            let head = HTTPResponse(status: .badRequest, headerFields: [.connection: "close", .contentLength: "0"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        let closing = context.eventLoop.makePromise(of: Void.self)
        context.close(mode: .output, promise: closing)
        guard end == .afterAll else { return }
        let channel = context.channel
        closing.futureResult.whenComplete { _ in channel.close(promise: nil) }
    }
}

/// Writes an answer that is made bit by bit; one that is whole it only gathers. Used by one task.
private final class BodyWriter: ResponseBodyWriter {
    private let channel: any Channel
    private let response: Response
    private var body: ByteBuffer?
    private var hasBegun = false
    /// Head and body of an answer that is whole; nil where it is written.
    private(set) var whole: [ByteBuffer]?

    init(_ channel: any Channel, _ response: Response) { (self.channel, self.response) = (channel, response) }

    func write(_ buffer: ByteBuffer) async throws {
        if !hasBegun, body == nil, buffer.readableBytes == response.body.contentLength {
            body = buffer
            return
        }
        if !hasBegun { begin() }
        if buffer.readableBytes > 0 { try await channel.writeAndFlush(HTTPResponsePart.body(buffer)).get() }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {
        if hasBegun {
            try await channel.writeAndFlush(HTTPResponsePart.end(trailingHeaders)).get()
        } else if body == nil, response.body.contentLength != 0 {
            begin()
            try await channel.writeAndFlush(HTTPResponsePart.end(trailingHeaders)).get()
        } else {
            var head = ResponseHead.bytes(response.status, response.headers)
            HTTPDate.append(to: &head)
            whole = [head] + (body.map { [$0] } ?? [])
        }
    }

    private func begin() {
        hasBegun = true
        var head = response.head
        head.headerFields[.date] = HTTPDate.text(of: time(nil))
        channel.write(HTTPResponsePart.head(head), promise: nil)
        if let body { channel.write(HTTPResponsePart.body(body), promise: nil) }
    }
}

/// Runs a task's steps on an event loop. Nothing that blocks may run in such a task: reads and renders have the
/// database's own threads.
private final class EventLoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
