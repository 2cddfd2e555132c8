import Hummingbird
import Logging
import Synchronization

/// Notices a proxy that nobody named: all whom it forwards have its address, share its limits, and lock each other out.
final class ProxyWatch: Sendable {
    /// So many logins through one proxy are not one person's.
    static let many = 10
    /// Proxies that are counted at a time; strangers can claim to be some.
    private static let maxCounted = 64

    private struct State {
        var logins: [String: Int] = [:]
        var hasWarned = false
    }

    private let state = Mutex(State())
    private let config: Config
    private let logger: Logger

    init(config: Config, logger: Logger) {
        self.config = config
        self.logger = logger
    }

    /// Counts a login, and warns once.
    func note(_ request: Request, _ context: AppRequestContext) {
        // We speak no TLS: whoever comes to a site with an https address comes through something.
        let isForwarded = config.isSecure || request.headers[.forwardedFor] != nil
        let peer = context.peerAddress
        guard isForwarded, let bytes = ClientAddress.bytes(of: peer),
            !config.trustedProxies.contains(where: { $0.contains(bytes) })
        else { return }
        let warnsNow = state.withLock { state in
            if state.hasWarned { return false }
            if state.logins.count == Self.maxCounted, state.logins[peer] == nil { state.logins = [:] }
            state.logins[peer, default: 0] += 1
            state.hasWarned = state.logins[peer, default: 0] >= Self.many
            return state.hasWarned
        }
        guard warnsNow else { return }
        logger.warning(
            "many logins come through one proxy that is not trusted: all behind it share its limits; name it in \(Setting.trustedProxies.name)",
            metadata: ["from": .string(ClientAddress.masked(peer))]
        )
    }
}
