import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// HTTP/1.1 on the thread that reads the socket: a request changes threads only for its database read, and its answer is written
/// as bytes. Hummingbird's own channel costs each request four changes more and three copies of its fields.
package struct HTTPConnection: ServerChildChannel {
    package struct Value: ServerChildChannelValue {
        package let channel: any Channel
    }

    package typealias Respond = @Sendable (Request, any Channel) async throws -> Response

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
            try pipeline.addHandler(RequestHandler(limits: limits, respond: respond))
            return Value(channel: channel)
        }
    }

    /// Waits for the connection's end; the server stops once all have ended.
    package func handle(value: Value, logger: Logger) async {
        let channel = value.channel
        await withTaskCancellationHandler {
            try? await channel.closeFuture.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}
