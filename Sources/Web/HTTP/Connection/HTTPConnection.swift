import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// HTTP/1.1 on the thread that reads the socket: a request changes threads only for its database read, and its answer is written
/// as bytes. Hummingbird's own channel, an asynchronous sequence of parts and a writer of parts, took a quarter of a small page.
package struct HTTPConnection: ServerChildChannel {
    /// A connection that was accepted.
    package struct Value: ServerChildChannelValue {
        package let channel: any Channel
        fileprivate let handler: NIOLoopBound<RequestHandler>
        fileprivate let ended: EventLoopFuture<Void>?
    }

    package typealias Respond = @Sendable (Request, any Channel) async throws -> Response

    private static let tcp = SocketOptionLevel(IPPROTO_TCP)
    /// TCP_NOTSENT_LOWAT, which Swift's imports do not have (tcp(7)).
    private static let unsentLimit: SocketOptionName = 25

    private let respond: Respond
    private let limits: @Sendable () -> RequestLimitsHandler
    private let cache: @Sendable (RequestLimitsHandler) -> ResponseCacheHandler?

    /// - Parameters:
    ///   - limits: makes the handler that watches one connection.
    ///   - cache: makes the one that answers from memory; nil where every answer is made.
    ///   - respond: makes an answer.
    package init(
        limits: @escaping @Sendable () -> RequestLimitsHandler,
        cache: @escaping @Sendable (RequestLimitsHandler) -> ResponseCacheHandler?,
        respond: @escaping Respond
    ) {
        (self.limits, self.cache, self.respond) = (limits, cache, respond)
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            var decoderLimits = NIOHTTPDecoderLimitConfiguration()
            decoderLimits.maxHeaderFieldSize = 16_384
            decoderLimits.maxHeaderListSize = 32_768
            decoderLimits.maxHeaderFieldCount = 100
            // Of a large answer the kernel gets as much as it can send soon: copying all of it holds up the other connections,
            // and those who read slowly would keep megabytes each.
            try channel.syncOptions?.setOption(.socket(Self.tcp, Self.unsentLimit), value: 131_072)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false,
                withErrorHandling: false,
                withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: decoderLimits
            )
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            let limits = limits()
            try pipeline.addHandler(limits)
            if let cache = cache(limits) { try pipeline.addHandler(cache) }
            let handler = RequestHandler(limits: limits, respond: respond)
            try pipeline.addHandler(handler)
            return Value(
                channel: channel,
                handler: NIOLoopBound(handler, eventLoop: channel.eventLoop),
                ended: handler.ended?.futureResult
            )
        }
    }

    /// Waits for the connection's end, and for what is still done for a client that left; the server stops once all have ended.
    package func handle(value: Value, logger: Logger) async {
        await withTaskCancellationHandler {
            try? await value.ended?.get()
        } onCancel: {
            value.channel.eventLoop.execute { value.handler.value.cancel() }
        }
    }
}
