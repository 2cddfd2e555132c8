import Testing

@testable import Moeum

@Suite(.cleanup)
struct DeviceTests {
    private static let android = "Mozilla/5.0 (Linux; Android 14; SM-S921N) AppleWebKit/537.36 (KHTML, like Gecko)"
    private static let oldAndroid = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)"
    private static let view = """
        Mozilla/5.0 (Linux; Android 14; SM-S921N Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 \
        Chrome/126.0.0.0 Mobile Safari/537.36
        """
    private static let iPhone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    private static let iPad =
        "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    private static let windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
    private static let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)"
    private static let linux = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"

    @Test(
        "Browsers and systems are recognised",
        arguments: [
            ("\(android) Chrome/126.0.0.0 Mobile Safari/537.36", "chrome", "android"),
            ("\(oldAndroid) Chrome/126.0.0.0 Mobile Safari/537.36", "chrome", "android"),
            ("\(android) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36", "samsung-internet", "android"),
            ("\(android) Chrome/120.0.0.0 Whale/1.0.0.0 Crosswalk/28.0 Mobile Safari/537.36", "whale", "android"),
            ("\(android) Chrome/126.0.0.0 Mobile Safari/537.36 EdgA/126.0.0.0", "edge", "android"),
            ("\(android) Chrome/126.0.0.0 Mobile Safari/537.36 OPR/83.0.0.0", "opera", "android"),
            ("\(android) Chrome/126.0.0.0 Mobile DuckDuckGo/5 Safari/537.36", "duckduckgo", "android"),
            ("Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0", "firefox", "android"),
            ("\(view);KAKAOTALK 2410650", "kakaotalk", "android"),
            ("\(view) NAVER(inapp; search; 1180; 12.5.3)", "naver", "android"),
            ("\(view) DaumApps/8.1 DaumDevice/mobile", "daum", "android"),
            ("\(view) Line/14.9.0/IAB", "line", "android"),
            ("\(view) Instagram 335.0.0.0 Android (34/14; 480dpi)", "instagram", "android"),
            ("\(view) [FB_IAB/FB4A;FBAV/470.0.0.0;]", "facebook", "android"),
            (view, "app", "android"),
            (
                "Mozilla/5.0 (Linux; U; Android 4.0.3; ko-kr; SHV-E110S) AppleWebKit/534.30 (KHTML, like Gecko) "
                    + "Version/4.0 Mobile Safari/534.30", "app", "android"
            ),
            ("\(iPhone) Version/17.5 Mobile/15E148 Safari/604.1", "safari", "iphone"),
            ("\(iPhone) CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1", "chrome", "iphone"),
            ("\(iPhone) FxiOS/127.0 Mobile/15E148 Safari/605.1.15", "firefox", "iphone"),
            ("\(iPhone) Version/17.0 EdgiOS/126.0 Mobile/15E148 Safari/604.1", "edge", "iphone"),
            ("\(iPhone) Mobile/15E148 Safari/605.1.15 NAVER(inapp; search; 1190; 12.6.1; 14PRO)", "naver", "iphone"),
            ("\(iPhone) Mobile/15E148 KAKAOTALK 10.8.5", "kakaotalk", "iphone"),
            ("\(iPhone) Mobile/15E148 Instagram 337.0 (iPhone15,2; iOS 17_5)", "instagram", "iphone"),
            ("\(iPhone) Mobile/15E148 [FBAN/FBIOS;FBAV/470.0;FBDV/iPhone14,5]", "facebook", "iphone"),
            ("\(iPhone) GSA/322.0 Mobile/15E148 Safari/604.1", "google-app", "iphone"),
            ("\(iPhone) Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15", "duckduckgo", "iphone"),
            ("\(iPhone) Mobile/15E148", "app", "iphone"),
            ("\(iPad) Version/16.6 Mobile/15E148 Safari/604.1", "safari", "ipad"),
            ("\(windows) Chrome/126.0.0.0 Safari/537.36", "chrome", "windows"),
            ("\(windows) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0", "edge", "windows"),
            ("\(windows) Chrome/70.0.3538.102 Safari/537.36 Edge/18.19045", "edge", "windows"),
            ("\(windows) Chrome/124.0.0.0 Whale/3.26.244.21 Safari/537.36", "whale", "windows"),
            ("\(windows) Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0", "opera", "windows"),
            ("\(windows) Chrome/124.0.0.0 Safari/537.36 Vivaldi/6.7", "vivaldi", "windows"),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0", "firefox", "windows"),
            ("Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko", "internet-explorer", "windows"),
            ("Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1)", "internet-explorer", "windows"),
            ("Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1) Chrome/52.0 Mobile Edge/15.15063", "edge", "windows"),
            ("\(mac) Chrome/126.0.0.0 Safari/537.36", "chrome", "mac"),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
                    + "Safari/605.1.15", "safari", "mac"
            ),
            ("Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "firefox", "linux"),
            ("\(linux) HeadlessChrome/126.0.0.0 Safari/537.36", "script", "linux"),
            (
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36", "chrome",
                "chromeos"
            ),
            ("Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) Version/6.0 TV Safari/537.36", "safari", "television"),
            ("Mozilla/5.0 (compatible; Yeti/1.1; +https://naver.me/spd)", "unknown", "unknown"),
            ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "script", "unknown"),
            ("curl/8.5.0", "script", "unknown"), ("python-requests/2.31.0", "script", "unknown"),
            ("Go-http-client/1.1", "script", "unknown"), ("okhttp/4.12.0", "script", "unknown"),
            ("Wget/1.21.4 (linux-gnu)", "script", "linux"),
        ]
    )
    func recognise(_ userAgent: String, _ browser: String, _ system: String) {
        let device = Device(userAgent: userAgent)
        #expect(device.browser.rawValue == browser && device.system.rawValue == system, "\(userAgent)")
        #expect(Device(browser: browser, system: system) == device)
    }

    @Test(
        "Odd headers are unknown devices",
        arguments: ["", " ", "/", "Mozilla/5.0", "\u{0}\u{202E}", "가나다", String(repeating: "(", count: 1_000_000)]
    )
    func oddHeaders(_ userAgent: String) {
        let device = Device(userAgent: userAgent)
        #expect(device.system == .unknown && [.unknown, .script].contains(device.browser))
    }

    @Test("A missing header and codes of another release are unknown") func unknownCodes() {
        let unknown = Device(browser: "", system: "")
        #expect(unknown.browser == .unknown && unknown.system == .unknown)
        #expect(Device(userAgent: nil) == unknown)
        #expect(Device(browser: "netscape", system: "beos") == unknown)
    }

    @Test("Every browser and system has a name in both languages") func names() async throws {
        let site = try await TestSite()
        let views = site.app.views
        for browser in Device.Browser.allCases { #expect(views.hasText("device.browser.\(browser.rawValue)")) }
        for system in Device.System.allCases { #expect(views.hasText("device.system.\(system.rawValue)")) }
        let phone = Device(browser: "chrome", system: "android")
        #expect(phone.text(views, .english) == "Chrome on Android")
        #expect(phone.text(views, .korean) == "Chrome (Android)")
        #expect(Device(browser: "unknown", system: "iphone").text(views, .english) == "iPhone")
        #expect(Device(browser: "script", system: "unknown").text(views, .english) == "A program")
        #expect(Device(browser: "", system: "").text(views, .english) == "Unknown device")
    }
}
