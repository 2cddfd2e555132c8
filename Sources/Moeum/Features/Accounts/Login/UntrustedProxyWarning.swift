import Logging
import Synchronization

/// Detects a proxy that is missing in the configuration: everybody behind it has its address, shares its rate limits, and can
/// lock the others out. One warning for each way of noticing.
final class UntrustedProxyWarning: Sendable {
    /// Logins through one proxy before the warning: more than one person makes.
    static let warningThreshold = 10
    /// Proxies counted at a time.
    private static let maxCounted = 64

    private struct State {
        var logins: [String: Int] = [:]
        var hasWarned: Set<String> = []
    }

    private let state = Mutex(State())
    private let config: Config
    private let logger: Logger

    init(config: Config, logger: Logger) {
        self.config = config
        self.logger = logger
    }

    /// A request came with X-Forwarded-For from a peer that is not trusted. Anyone who uses the site without a proxy may have
    /// written that too.
    func warnOfForwarding(by peer: String) { warn("a request was forwarded", by: peer) }

    /// Counts a login. This program speaks no TLS: a site with an https address is behind a proxy, also where that does not
    /// say for whom it asks.
    func warnOfLogin(through peer: String) {
        guard config.isSecure, let bytes = ClientAddress.bytes(of: peer),
            !config.trustedProxies.contains(where: { $0.contains(bytes) })
        else { return }
        let isMany = state.withLock { state in
            if state.logins.count == Self.maxCounted, state.logins[peer] == nil { state.logins = [:] }
            state.logins[peer, default: 0] += 1
            return state.logins[peer, default: 0] >= Self.warningThreshold
        }
        if isMany { warn("many logins came", by: peer) }
    }

    private func warn(_ what: String, by peer: String) {
        guard state.withLock({ $0.hasWarned.insert(what).inserted }) else { return }
        logger.warning(
            "\(what) by an address that is no trusted proxy: if it is your proxy, name it in \(Setting.trustedProxies.name), or all behind it share its limits",
            metadata: ["from": .string(ClientAddress.masked(peer))]
        )
    }
}
