import HummingbirdCore
import Logging
import NIOCore

/// Handles a connection's requests on the thread that reads its socket: a request then changes threads only for its database
/// read; the shared pool would cost two more changes.
struct EventLoopChannel: ServerChildChannel {
    let base: HTTP1Channel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        base.setup(channel: channel, logger: logger)
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
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

extension HTTPServerBuilder {
    /// HTTP/1.1 on event loops alone.
    package static func eventLoopHTTP1(configuration: HTTP1Channel.Configuration) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            EventLoopChannel(base: HTTP1Channel(responder: responder, configuration: configuration))
        }
    }
}
