/// A browser and its system in two codes: enough for people to recognise their own devices. Nothing else of the User-Agent is
/// kept.
struct Device: Sendable, Hashable {
    /// A browser's family; an app that shows pages counts as a browser too.
    enum Browser: String, Sendable, CaseIterable {
        case chrome, safari, edge, firefox, opera, vivaldi, whale, kakaotalk, naver, daum, line, instagram, facebook,
            app,
            script, unknown
        case samsungInternet = "samsung-internet"
        case googleApp = "google-app"
        case duckDuckGo = "duckduckgo"
        case internetExplorer = "internet-explorer"
    }

    enum System: String, Sendable, CaseIterable {
        case android, iphone, ipad, mac, windows, linux, chromeos, television, unknown
    }

    let browser: Browser
    let system: System

    /// From the database; an unknown code, such as one of another release, counts as unknown.
    init(browser: String, system: String) {
        self.browser = Browser(rawValue: browser) ?? .unknown
        self.system = System(rawValue: system) ?? .unknown
    }

    /// - Parameter userAgent: the header; only its beginning is read.
    init(userAgent: String?) {
        let text = String(decoding: (userAgent ?? "").utf8.prefix(1_024), as: UTF8.self).lowercased()
        browser = Self.browser(text)
        system = Self.firstMatch(text, Self.systems) ?? .unknown
    }

    /// `Chrome on Android`; unknown parts are left out.
    func text(_ views: Views, _ language: Language) -> String {
        let browserName = views.text("device.browser.\(browser.rawValue)", [:], language)
        if system == .unknown { return browserName }
        let systemName = views.text("device.system.\(system.rawValue)", [:], language)
        if browser == .unknown { return systemName }
        return views.text("device.both", ["browser": .text(browserName), "system": .text(systemName)], language)
    }

    private static func browser(_ text: String) -> Browser {
        if let named = firstMatch(text, browsers) { return named }
        // The web views of Android and iOS inside apps, which name no browser.
        if text.includes("; wv)") || text.includes("version/4.0") && text.includes("android") { return .app }
        if text.includes("chrome/") || text.includes("crios/") || text.includes("chromium/") { return .chrome }
        if text.includes("safari/") { return .safari }
        if text.includes("applewebkit/"), text.includes("mobile/") { return .app }
        return !text.isEmpty && !text.begins(with: "mozilla/") && text.includes("/") ? .script : .unknown
    }

    private static func firstMatch<Value>(_ text: String, _ marks: [(mark: String, value: Value)]) -> Value? {
        marks.first { text.includes($0.mark) }?.value
    }

    /// Most browsers also name more common ones in their header, so the rarer names come first.
    private static let browsers: [(mark: String, value: Browser)] = [
        ("headlesschrome/", .script), ("bot/", .script), ("bot;", .script), ("crawler", .script), ("spider", .script),
        ("kakaotalk", .kakaotalk), ("naver(inapp", .naver), ("daumapps/", .daum), (" line/", .line),
        ("instagram ", .instagram), ("[fban/", .facebook), ("[fb_iab/", .facebook), (";fbav/", .facebook),
        (" gsa/", .googleApp), ("whale/", .whale), ("samsungbrowser/", .samsungInternet), ("edg/", .edge),
        ("edga/", .edge), ("edgios/", .edge), ("edge/", .edge), (" opr/", .opera), (" opt/", .opera), ("opera", .opera),
        ("vivaldi/", .vivaldi), ("duckduckgo/", .duckDuckGo), (" ddg/", .duckDuckGo), ("fxios/", .firefox),
        ("firefox/", .firefox), ("trident/", .internetExplorer), ("msie ", .internetExplorer),
    ]

    private static let systems: [(mark: String, value: System)] = [
        ("iphone", .iphone), ("ipod", .iphone), ("ipad", .ipad), ("cros ", .chromeos), ("smart-tv", .television),
        ("smarttv", .television), ("tizen", .television), ("web0s", .television), ("windows", .windows),
        ("android", .android), ("macintosh", .mac), ("mac os x", .mac), ("x11", .linux), ("linux", .linux),
    ]
}
