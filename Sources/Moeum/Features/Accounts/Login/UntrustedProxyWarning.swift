import Hummingbird
import Logging
import Synchronization

/// Detects a proxy that is missing in the configuration: everybody behind it has its address, shares its rate limits, and can
/// lock the others out.
final class UntrustedProxyWarning: Sendable {
    /// Logins through one proxy before the warning: more than one person makes.
    static let warningThreshold = 10
    /// Proxies counted at a time; the header can be forged, so their number is bounded.
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

    /// Counts a login, and logs one warning.
    func note(_ request: Request, _ context: AppRequestContext) {
        // This program speaks no TLS: a site with an https address is behind a proxy.
        let isForwarded = config.isSecure || request.headers[.forwardedFor] != nil
        let peer = context.peerAddress
        guard isForwarded, let bytes = ClientAddress.bytes(of: peer),
            !config.trustedProxies.contains(where: { $0.contains(bytes) })
        else { return }
        let warnsNow = state.withLock { state in
            if state.hasWarned { return false }
            if state.logins.count == Self.maxCounted, state.logins[peer] == nil { state.logins = [:] }
            state.logins[peer, default: 0] += 1
            state.hasWarned = state.logins[peer, default: 0] >= Self.warningThreshold
            return state.hasWarned
        }
        guard warnsNow else { return }
        logger.warning(
            "many logins come through one proxy that is not trusted: all behind it share its limits; name it in \(Setting.trustedProxies.name)",
            metadata: ["from": .string(ClientAddress.masked(peer))]
        )
    }
}
