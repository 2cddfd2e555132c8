import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers what is kept on the thread that reads the connection, before the request becomes a task.
package final class ResponseCacheHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart

    private struct Hit {
        let head: HTTPRequest
        let response: CachedResponse
        let start: ContinuousClock.Instant
    }

    private let cache: ResponseCache
    private let clientAddresses: ClientAddressRules
    private let observers: RequestObservers
    private let limits: RequestLimitsHandler
    /// The request whose end is awaited.
    private var hit: Hit?
    /// The variant of the last request: the next one of the same browser has the same fields.
    private var last: (fields: SelectingFields, variant: ResponseVariant?)?
    private var peer: String?
    /// The client of the last request, and its address for the log.
    private var lastClient: (address: String, masked: String)?

    /// - Parameter limits: stands before it in the pipeline.
    package init(
        cache: ResponseCache,
        clientAddresses: ClientAddressRules,
        observers: RequestObservers,
        limits: RequestLimitsHandler
    ) {
        (self.cache, self.clientAddresses, self.observers, self.limits) = (cache, clientAddresses, observers, limits)
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            // Answers keep the order of requests, and a client that does not read gets no more of them at once.
            guard limits.owesOneAnswer, context.channel.isWritable, let found = find(head) else { break }
            hit = found
            return
        case .body: if hit != nil { return }
        case .end:
            guard let found = hit else { break }
            hit = nil
            return answer(found, context)
        }
        context.fireChannelRead(data)
    }

    private func find(_ head: HTTPRequest) -> Hit? {
        guard head.method == .get || head.method == .head, let target = head.path else { return nil }
        let start = ContinuousClock.now
        let fields = SelectingFields(head.headerFields)
        if last?.fields != fields { last = (fields, cache.variant(of: fields)) }
        guard fields.keepsConnection, let variant = last?.variant,
            let response = cache.response(for: ResponseCache.Key(target: target, variant: variant))
        else { return nil }
        return Hit(head: head, response: response, start: start)
    }

    private func answer(_ hit: Hit, _ context: ChannelHandlerContext) {
        let response = hit.response
        let isKnown = response.isKnown(hit.head.headerFields[.ifNoneMatch])
        let sendsBody = !isKnown && hit.head.method == .get && response.body.readableBytes > 0
        var head = isKnown ? response.notModifiedHead : response.head
        HTTPDate.append(to: &head)
        limits.writeEncodedResponse(sendsBody ? [head, response.body] : [head])
        observers.record(
            AnsweredRequest(
                head: hit.head,
                id: RequestID.next(),
                status: isKnown ? 304 : 200,
                bytes: sendsBody ? response.body.readableBytes : 0,
                elapsed: ContinuousClock.now - hit.start,
                route: response.route,
                isPage: response.isPage,
                maskedAddress: maskedAddress(of: hit.head, context),
                account: nil
            )
        )
    }

    private func maskedAddress(of head: HTTPRequest, _ context: ChannelHandlerContext) -> String {
        let peer = peer ?? context.remoteAddress?.ipAddress ?? "-"
        self.peer = peer
        let client = clientAddresses.address(peer: peer, forwardedFor: { head.headerFields[.forwardedFor] })
        if let lastClient, lastClient.address == client { return lastClient.masked }
        let masked = ClientAddress.masked(client)
        lastClient = (client, masked)
        return masked
    }
}
