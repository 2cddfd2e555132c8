import Foundation

extension Config {
    var cookies: CookieRules { CookieRules(isSecure: isSecure) }
}

extension SecurityHeaders {
    init(_ config: Config) {
        self.init(
            strictTransportSecurity: config.isSecure ? config.strictTransportSecurity : .off,
            tileOrigin: config.tileOrigin
        )
    }
}

extension CrossSiteGuard {
    init(_ config: Config) { self.init(origin: config.baseURL, trustsLoopback: !config.isProduction) }
}

extension ResponseCache {
    /// Nil where it is switched off.
    convenience init?(
        _ config: Config,
        _ database: any Database,
        _ maintenance: Maintenance,
        _ clock: @escaping @Sendable () -> Date
    ) {
        guard config.pageCacheBytes > 0 else { return nil }
        self.init(
            bytes: config.pageCacheBytes,
            choiceNames: Set(Routes.rememberedChoices.map(\.cookie)),
            changes: database.changes,
            // In development an edited file shows on reload.
            lifetime: config.isProduction ? nil : 0.25,
            maintenance: maintenance,
            clock: clock
        )
    }
}
