import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// The HTTP server around the router, with every limit set.
package struct Server: Sendable {
    let app: App
    let limits: ServerLimits

    package init(app: App, limits: ServerLimits = ServerLimits()) {
        self.app = app
        self.limits = limits
    }

    /// Lets half of the cores read sockets and leaves the others to the database's threads, where pages are made: more
    /// event loops than that only take turns with them. For the command, once, before anything else runs.
    package static func shareCores() { NIOSingletons.groupLoopCountSuggestion = max(1, System.coreCount / 2) }

    /// Serves until SIGTERM or SIGINT, then finishes the requests in hand, for ten seconds at most.
    /// - Parameter onListening: gets the port once the socket is bound.
    package func run(onListening: @escaping @Sendable (Int) -> Void) async throws {
        if !Sandbox.hasLandlock {
            app.logger.warning("this kernel has no Landlock: whatever decodes photos could read the site's files")
        }
        // Before the first request.
        try await app.readMaintenance()
        try await app.recordStart()
        if let failure = await app.photos.storage.failure() {
            app.logger.error("photos cannot be kept or shown", metadata: ["why": .string(failure)])
        }
        if let notice = HeldMail.notice(
            try await app.database.read({ try $0.jobCounts(of: OutboxSender.name, at: .now).held })
        ) {
            app.logger.warning("\(notice)")
        }
        try await group(onListening: onListening).run()
    }

    /// What runs, stops gracefully when told to, and ends together.
    func group(onListening: @escaping @Sendable (Int) -> Void) -> ServiceGroup {
        let listening = Listening(to: app.config.metricsPort == nil ? 1 : 2, onListening)
        let server = connection().server(
            configuration: ServerConfiguration(
                address: .hostname(app.config.host, port: app.config.port),
                availableConnectionsDelegate: MaximumAvailableConnections(app.config.maximumConnections)
            ),
            onServerRunning: { channel in listening.addressIsOpen(port: channel.localAddress?.port ?? 0) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: app.logger
        )
        // The last to start is the first to stop: what the last requests leave to do in the background is still done.
        var services = app.services
        services.append(StopNotice())
        services.append(Listener(service: server, host: app.config.host, port: app.config.port))
        if let port = app.config.metricsPort {
            let metrics = metricsServer(port) { listening.addressIsOpen() }
            services.append(Listener(service: metrics, host: "127.0.0.1", port: port))
        }
        var group = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: app.logger
        )
        group.maximumGracefulShutdownDuration = .seconds(9)
        return ServiceGroup(configuration: group)
    }

    /// What each connection has; the limits close idle ones too, since they alone see every request.
    private func connection() -> HTTPConnection {
        let (app, limits) = (app, limits.taking(Routes.maxBytesByPath))
        let responder = Routes.router(app).buildResponder()
        return HTTPConnection {
            RequestLimitsHandler(limits: limits, onRejection: app.observers.recordRejection)
        } cache: { limits in
            app.responseCache.map {
                ResponseCacheHandler(
                    cache: $0,
                    clientAddresses: app.clientAddresses,
                    observers: app.observers,
                    limits: limits
                )
            }
        } respond: { request, channel in
            let source = ApplicationRequestContextSource(channel: channel, logger: app.logger)
            return try await responder.respond(to: request, context: AppRequestContext(source: source))
        }
    }

    /// Figures for monitoring, on the loopback address alone.
    private func metricsServer(_ port: Int, onListening: @escaping @Sendable () -> Void) -> some Service {
        let (router, figures) = (Router(), SiteMetrics(app: app))
        router.get("/metrics") { _, _ in
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: await figures.text()))
            )
        }
        return Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { _ in onListening() },
            logger: app.logger
        )
    }
}

/// Tells the program that started this one that it is about to end.
private struct StopNotice: Service {
    func run() async throws {
        try? await gracefulShutdown()
        SystemdNotification.stopping.send()
    }
}

/// Waits until every address is listened on.
private final class Listening: Sendable {
    private let state: Mutex<(left: Int, port: Int)>
    private let onAll: @Sendable (Int) -> Void

    /// - Parameter onAll: gets the site's own port.
    init(to addresses: Int, _ onAll: @escaping @Sendable (Int) -> Void) {
        state = Mutex((addresses, 0))
        self.onAll = onAll
    }

    /// - Parameter port: of the site; nil for another address.
    func addressIsOpen(port: Int? = nil) {
        let (left, port) = state.withLock { state in
            state.left -= 1
            if let port { state.port = port }
            return state
        }
        if left == 0 { onAll(port) }
    }
}

/// Says in plain words why an address cannot be listened on.
private struct Listener: Service {
    let service: any Service
    let host: String
    let port: Int

    func run() async throws {
        do { try await service.run() } catch let error as IOError {
            throw configError(String(cString: strerror(error.errnoCode)))
        } catch is SocketAddressError.UnknownHost {
            throw configError("no such host")
        }
    }

    private func configError(_ reason: String) -> Config.Error {
        Config.Error(description: "cannot listen on \(host), port \(port): \(reason)")
    }
}
