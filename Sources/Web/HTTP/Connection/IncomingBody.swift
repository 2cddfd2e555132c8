import Hummingbird
import NIOCore

/// A request's body on its way from the connection to the task that reads it, which sets its pace.
struct IncomingBody {
    private typealias Producer = NIOThrowingAsyncSequenceProducer<
        ByteBuffer, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, Pace
    >

    /// Lets the connection read on once the task has caught up.
    private struct Pace: NIOAsyncSequenceProducerDelegate {
        let readOn: @Sendable () -> Void

        func produceMore() { readOn() }
        func didTerminate() { readOn() }
    }

    let body: RequestBody
    private let source: Producer.Source

    /// - Parameter readOn: called, on any thread, once there is room for more.
    init(readOn: @escaping @Sendable () -> Void) {
        let new = Producer.makeSequence(
            elementType: ByteBuffer.self,
            backPressureStrategy: .init(lowWatermark: 2, highWatermark: 8),
            finishOnDeinit: true,
            delegate: Pace(readOn: readOn)
        )
        (body, source) = (RequestBody(asyncSequence: new.sequence), new.source)
    }

    /// Whether there is room for more; what nobody reads any more is dropped.
    func append(_ bytes: ByteBuffer) -> Bool {
        switch source.yield(bytes) {
        case .produceMore, .dropped: true
        case .stopProducing: false
        }
    }

    func finish() { source.finish() }
    func fail(_ error: any Error) { source.finish(error) }
}
