import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// A heart pressed before the login, and the way back through logging in, signing up and recovering.
@Suite(.cleanup)
struct PendingActionTests {
    private let garam = TestPerson.garam

    private struct Visit: Sendable {
        let site: TestSite
        let place: Place.ID
        var path: String { "/places/\(place)?sort=new#photos" }

        func emailRenderer(in browser: TestBrowser) async throws {
            _ = try await browser.get("/login")
            let answer = try await browser.post("/favourites/\(place)", ["next": path])
            #expect(answer.status == .unauthorized)
            #expect(try answer.html.has("[name=password]") && !answer.html.has("[name=resume][value^=n]"))
            #expect(browser.cookies[site.app.config.cookies.pendingActionName] != nil)
        }

        /// The heart is set, its owner is where they pressed it, and the browser has forgotten the errand.
        func expectDone(_ answer: TestResponse?, in browser: TestBrowser) async throws {
            #expect(answer?.location == path)
            #expect(browser.cookies[CookieRules.flashName] == "heart-set")
            #expect(browser.cookies[site.app.config.cookies.pendingActionName] == nil)
            let account = try await TestPerson.garam.account(on: site)
            let favourite = try await site.app.database.read { try $0.favourite(of: account.id, at: place) }
            #expect(favourite?.tags.count == 2)
            #expect(try await site.app.database.read { try $0.placeFavouriteCount(of: place) } == 1)
        }
    }

    private func visit(on engine: TestEngine = .sqlite) async throws -> Visit {
        let site = try await TestSite(on: engine, settings: TestSite.quick)
        return Visit(site: site, place: try await site.places(1)[0])
    }

    @Test("A login adds the pending favourite", arguments: TestEngine.available)
    func afterPassword(_ engine: TestEngine) async throws {
        let visit = try await visit(on: engine)
        try await garam.join(in: TestBrowser(visit.site))
        let browser = TestBrowser(visit.site)
        try await visit.emailRenderer(in: browser)
        // A wrong password loses nothing.
        #expect(
            try await browser.post("/login", ["email": garam.email, "password": "틀린-비밀번호-1", "next": visit.path])
                .status == .unprocessableContent
        )
        try await visit.expectDone(try await garam.logIn(in: browser, next: visit.path), in: browser)
        #expect(try await browser.get("/places/\(visit.place)").html.has("[aria-pressed=true]"))
    }

    @Test("The favourite is added after the second factor, not after the password", arguments: TestEngine.available)
    func afterSecondFactor(_ engine: TestEngine) async throws {
        let visit = try await visit(on: engine)
        let first = TestBrowser(visit.site)
        try await garam.enter(in: first)
        let (app, _) = try await garam.turnOnTwoFactor(in: first)
        let browser = TestBrowser(visit.site)
        try await visit.emailRenderer(in: browser)
        #expect(try await garam.logIn(in: browser, next: visit.path).location == "/login/code")
        #expect(try await visit.site.app.database.read { try $0.placeFavouriteCount(of: visit.place) } == 0)
        try await visit.expectDone(try await browser.post("/login/code", ["code": app.code()]), in: browser)
    }

    @Test("A sign-up adds the pending favourite", arguments: TestEngine.available)
    func afterSignUp(_ engine: TestEngine) async throws {
        let visit = try await visit(on: engine)
        let browser = TestBrowser(visit.site)
        try await visit.emailRenderer(in: browser)
        try await garam.join(in: browser)
        try await visit.expectDone(try await garam.logIn(in: browser), in: browser)
    }

    @Test("A recovery adds the pending favourite", arguments: TestEngine.available)
    func afterRecovery(_ engine: TestEngine) async throws {
        let visit = try await visit(on: engine)
        try await garam.join(in: TestBrowser(visit.site))
        let browser = TestBrowser(visit.site)
        try await visit.emailRenderer(in: browser)
        #expect(try await browser.post("/recover", ["email": garam.email]).location == "/recover/code")
        let path = try #require(try await visit.site.mail(to: garam.email)?.path)
        var changed = garam
        changed.password = "느긋한-바다-구름-77"
        #expect(try await browser.post(path, ["password": changed.password]).location == "/login")
        try await visit.expectDone(try await changed.logIn(in: browser), in: browser)
    }

    @Test("The wanted page is kept through sign-up and recovery") func keepNextPage() async throws {
        let visit = try await visit()
        let browser = TestBrowser(visit.site)
        let login = try await browser.get("/login?next=%2Fabout%3Fa%3D1")
        #expect(try login.html.has("a[href=/signup?next=%2Fabout%3Fa%3D1]"))
        #expect(try login.html.has("a[href=/recover?next=%2Fabout%3Fa%3D1]"))
        #expect(try await browser.get("/signup?next=%2Fabout%3Fa%3D1").html.has("input[name=next][value=/about?a=1]"))
        let form = garam.signUpForm.merging(["next": "/about?a=1"]) { $1 }
        #expect(try await browser.post("/signup", form).location == "/signup/sent")
        let path = try #require(try await visit.site.mail(to: garam.email)?.path)
        #expect(try await browser.post(path).location == "/login")
        #expect(try await garam.logIn(in: browser).location == "/about?a=1")
        #expect(browser.cookies[visit.site.app.config.cookies.pendingActionName] == nil)

        let other = TestBrowser(visit.site)
        #expect(
            try await other.post("/recover", ["email": garam.email, "next": "/about/data"]).status == .seeOther
        )
        #expect(try await garam.logIn(in: other).location == "/about/data")
        // What the login form itself says comes first.
        let third = TestBrowser(visit.site)
        try await visit.emailRenderer(in: third)
        #expect(try await garam.logIn(in: third, next: "/about").location == "/about")
        #expect(third.cookies[CookieRules.flashName] == "heart-set")
    }

    @Test("No other site can leave a pending action") func notFromOtherSite() async throws {
        let visit = try await visit()
        let browser = TestBrowser(visit.site)
        let path = "/favourites/\(visit.place)"
        for headers: HTTPFields in [[.secFetchSite: "cross-site"], [.origin: "https://evil.example"], [:]] {
            _ = try await browser.post(path, ["next": visit.path], headers)
            #expect(browser.cookies[visit.site.app.config.cookies.pendingActionName] == nil)
        }
        for next in ["//evil.example", "https://evil.example", "/\\evil.example", ""] {
            try await browser.post(path, ["next": next])
            let cookie = try #require(browser.cookies[visit.site.app.config.cookies.pendingActionName])
            #expect(PendingAction(cookie: cookie)?.path == "/places/\(visit.place)")
            let answer = try await browser.post("/signup", garam.signUpForm.merging(["next": next]) { $1 })
            #expect(answer.headers[values: .setCookie].allSatisfy { !$0.contains("errand") })
        }
        // What says more than a heart waits in the form instead.
        browser.forget(visit.site.app.config.cookies.pendingActionName)
        let answer = try await browser.post(path, ["next": visit.path, "note": "창가 자리"])
        #expect(answer.status == .unauthorized && answer.text.contains("resume"))
        #expect(browser.cookies[visit.site.app.config.cookies.pendingActionName] == nil)
    }

    @Test(
        "A made-up pending action does nothing",
        arguments: [
            "", "0", ".", "1.", "-1.%2F", "0.%2F%2Fevil.example", "0.https%3A%2F%2Fevil.example", "0.%0d%0aSet-Cookie",
            "x.%2F",
            "99999999999999999999.%2F", "0.%2F%5Cevil.example", "1.%E0%A4%A", "123456789.%2Fabout",
        ]
    )
    func madeUpCookie(_ cookie: String) async throws {
        let visit = try await visit()
        try await garam.join(in: TestBrowser(visit.site))
        let browser = TestBrowser(visit.site)
        browser.setCookie(visit.site.app.config.cookies.pendingActionName, cookie)
        let answer = try await garam.logIn(in: browser)
        #expect(answer.status == .seeOther)
        #expect(answer.location == (cookie == "123456789.%2Fabout" ? "/about" : "/"))
        let account = try await garam.account(on: visit.site)
        #expect(try await visit.site.app.database.read { try $0.favouriteCount(of: account.id) } == 0)
        #expect(browser.cookies[CookieRules.flashName] == nil)
    }

    @Test("Somebody with the most favourites allowed is told that there is no room", arguments: TestEngine.available)
    func noRoom(_ engine: TestEngine) async throws {
        let visit = try await visit(on: engine)
        try await garam.join(in: TestBrowser(visit.site))
        let account = try await garam.account(on: visit.site).id
        let piece = [UInt8](repeating: 0xFF, count: FavouriteSets.pieceBytes)
        try await visit.site.app.database.write { transaction in
            for number in 0...(Int64(Favourite.maxCount) / FavouriteSets.pieceBits) {
                try transaction.execute(
                    """
                    INSERT INTO favourite_sets (account_id, tag_id, piece, members)
                    VALUES (\(account), \(FavouriteSets.everything), \(number), \(piece))
                    """
                )
            }
        }
        let browser = TestBrowser(visit.site)
        try await visit.emailRenderer(in: browser)
        #expect(try await garam.logIn(in: browser).location == visit.path)
        #expect(browser.cookies[CookieRules.flashName] == "heart-full")
        #expect(try await visit.site.app.database.read { try $0.placeFavouriteCount(of: visit.place) } == 0)
    }

    @Test("The favourite is added without tags where there is no room for them") func noRoomForTags() async throws {
        let visit = try await visit()
        try await garam.join(in: TestBrowser(visit.site))
        let account = try await garam.account(on: visit.site).id
        try await visit.site.useAllTags(of: account)
        let browser = TestBrowser(visit.site)
        try await visit.emailRenderer(in: browser)
        #expect(try await garam.logIn(in: browser).location == visit.path)
        #expect(browser.cookies[CookieRules.flashName] == "heart-set")
        #expect(try await visit.site.favourite(of: account, at: visit.place)?.tags == [])
    }

    @Test("A suspended member is logged in without the favourite") func suspended() async throws {
        let visit = try await visit()
        try await garam.join(in: TestBrowser(visit.site))
        let account = try await garam.account(on: visit.site)
        let browser = TestBrowser(visit.site)
        try await visit.emailRenderer(in: browser)
        try await visit.site.app.database.write { try $0.suspend(account.id) }
        #expect(try await garam.logIn(in: browser).location == visit.path)
        #expect(try await visit.site.app.database.read { try $0.placeFavouriteCount(of: visit.place) } == 0)
    }

    @Test("A pending action is read from its cookie as it was written") func readCookie() throws {
        for path in ["/", "/places?q=%EB%83%89%EB%A9%B4&sort=new#p12", "/a.b;c,d\"e'f"] {
            let pendingAction = PendingAction(favourite: 12, path: path)
            #expect(PendingAction(cookie: pendingAction.cookie) == pendingAction)
            #expect(pendingAction.cookie.allSatisfy { $0.isASCII && !" ;,\"\\".contains($0) })
        }
        let long = PendingAction(favourite: 12, path: "/places?q=" + String(repeating: "+", count: 1_900))
        #expect(long.cookie.utf8.count < 4_000 && PendingAction(cookie: long.cookie)?.path == "/places/12")
    }
}
