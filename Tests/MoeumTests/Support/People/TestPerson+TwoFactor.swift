import Foundation
import RouterClient
import Testing

@testable import Moeum

/// An authenticator app of a test's own.
struct TestApp: Sendable {
    let totp: TOTP
    let now: Date

    /// - Parameter offset: in steps of 30 seconds from now; the site takes one back and one ahead, each once.
    func code(_ offset: Int64 = 0) -> String { totp.code(step: TOTP.step(at: now) + offset) }
}

extension TestPerson {
    /// Turns two-factor on as anybody would; the app, and the recovery codes that were shown.
    func turnOnTwoFactor(in browser: TestBrowser) async throws -> (app: TestApp, codes: [String]) {
        let page = try await browser.json("/settings/two-factor")
        let secret = try #require(page["secret"] as? String)
        let app = TestApp(totp: try #require(TOTP(base32: secret)), now: browser.site.now)
        let answer = try await browser.post("/settings/two-factor", ["code": app.code(-1)])
        #expect(answer.status == .ok)
        return (app, try answer.html.all("li").map(\.text).filter { $0.wholeMatch(of: /[A-Z2-9-]{29}/) != nil })
    }
}
