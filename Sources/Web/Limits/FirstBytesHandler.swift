import NIOCore

/// Sits before the parser and reports bytes that the parser holds back: an unfinished head is no part of a request yet.
final class FirstBytesHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let limits: NIOLoopBound<RequestLimitsHandler>

    init(limits: NIOLoopBound<RequestLimitsHandler>) { self.limits = limits }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireChannelRead(data)
        limits.value.bytesWereRead(context)
    }
}
