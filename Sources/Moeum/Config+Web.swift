extension Config {
    var cookies: CookieRules { CookieRules(isSecure: isSecure) }
}

extension SecurityHeaders {
    init(_ config: Config) { self.init(isSecure: config.isSecure, tileOrigin: config.tileOrigin) }
}

extension CrossSiteGuard {
    init(_ config: Config) { self.init(origin: config.baseURL, trustsLoopback: !config.isProduction) }
}
