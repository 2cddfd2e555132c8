import Foundation

/// How many files and connections this process may have open.
package enum FileHandleLimit {
    /// What the site has open besides its visitors' connections: databases, photos, workers.
    private static let reserve = 256

    /// Raises the limit to what the system allows this process.
    /// - Returns: what to say where it is too low for so many connections; nil otherwise.
    package static func raise(for connections: Int) -> String? {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return nil }
        let hard = limit.rlim_max
        limit.rlim_cur = hard
        setrlimit(kind, &limit)
        guard hard < rlim_t(connections + reserve) else { return nil }
        return
            "this process may have only \(hard) files open, for up to \(connections) connections and the site's own: "
            + "raise its limit (LimitNOFILE in a unit of systemd, ulimit -n in a shell) or lower MOEUM_MAX_CONNECTIONS"
    }
}
