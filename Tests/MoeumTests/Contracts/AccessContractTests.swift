import Foundation
import HTTPTypes
import Hummingbird
import RouterClient
import Testing

@testable import Moeum

/// Who may use which route: one row a route, and every kind of visitor walks them all.
@Suite(.cleanup)
struct AccessContractTests {
    /// The table. A route without a row here fails the build.
    static let rows: [String: Access] = [
        "GET /admin/statistics": .moderator, "GET /admin/imports": .admin, "POST /admin/imports": .admin,
        "POST /admin/imports/registers": .admin, "GET /admin/imports/registers": .admin,
        "GET /admin/diagnostics": .admin, "GET /admin/jobs": .admin, "POST /admin/jobs/retry": .admin,
        "POST /admin/jobs/drop": .admin, "GET /about/archive": .anyone, "GET /settings/export": .member,
        "POST /settings/export": .member, "GET /settings/export/{id}": .member, "GET /settings/import": .member,
        "POST /settings/import": .member, "POST /uploads": .member, "GET /media/{file}": .anyone,
        "GET /admin/media/{file}": .moderator, "GET /dev/mail": .anyone, "GET /dev/mail/{id}": .anyone,
        "GET /": .anyone, "GET /about": .anyone, "GET /about/data": .anyone, "GET /districts": .anyone,
        "GET /districts/{slug}": .anyone,
        "GET /healthz": .anyone, "GET /manifest.webmanifest": .anyone, "GET /places": .anyone,
        "GET /places/{id}/reviews": .anyone, "GET /reviews/{id}": .anyone, "GET /reviews/{id}/versions": .member,
        "GET /members/{id}": .anyone, "POST /places/{id}/visits": .member, "POST /visits/{id}/delete": .member,
        "POST /places/{id}/facts": .member, "POST /places/{id}/facts/delete": .member,
        "GET /admin/places/{id}/facts": .moderator, "POST /admin/places/{id}/facts": .moderator,
        "GET /places/{id}/facts/hours": .member, "POST /places/{id}/facts/hours": .member,
        "GET /my/visits": .member, "GET /my/reviews": .member, "GET /about/ranking": .anyone,
        "POST /reviews/{id}/helpful": .member, "GET /places/suggest": .anyone, "GET /places/{id}": .anyone,
        "GET /robots.txt": .anyone, "GET /photos/{id}": .anyone, "GET /places/{id}/photos": .anyone,
        "GET /privacy": .anyone, "GET /sitemap.xml": .anyone, "GET /terms": .anyone, "POST /preferences": .anyone,
        "GET /settings/delete": .member, "POST /settings/delete": .member, "GET /confirm-password": .member,
        "POST /confirm-password": .member, "GET /admin": .moderator, "GET /admin/words": .admin,
        "POST /admin/words": .admin, "POST /admin/words/delete": .admin, "GET /admin/settings": .admin,
        "POST /admin/settings": .admin, "GET /places/{id}/reviews/new": .member, "POST /places/{id}/reviews": .member,
        "PUT /places/{id}/reviews/draft": .member, "POST /places/{id}/reviews/draft/delete": .member,
        "GET /reviews/{id}/edit": .member, "POST /reviews/{id}": .member, "GET /reviews/{id}/delete": .member,
        "POST /reviews/{id}/delete": .member, "GET /admin/keywords": .moderator, "POST /admin/keywords": .moderator,
        "GET /admin/keywords/{id}": .moderator, "POST /admin/keywords/{id}": .moderator,
        "POST /admin/keywords/{id}/move": .moderator, "POST /admin/keywords/{id}/retire": .moderator,
        "POST /admin/keywords/{id}/restore": .moderator, "GET /admin/places": .moderator,
        "GET /admin/places/{id}": .moderator, "POST /admin/places/{id}": .moderator, "GET /login/code": .anyone,
        "POST /admin/places/{id}/merge": .moderator, "GET /admin/places/new": .moderator,
        "POST /admin/places": .moderator,
        "POST /login/code": .anyone, "GET /settings/two-factor": .member, "POST /settings/two-factor": .member,
        "POST /settings/two-factor/delete": .member, "GET /login": .anyone, "POST /login": .anyone,
        "POST /logout": .anyone, "GET /recover": .anyone, "POST /recover": .anyone, "GET /recover/code": .anyone,
        "POST /recover/code": .anyone, "GET /recover/{token}": .anyone, "POST /recover/{token}": .anyone,
        "GET /signup": .anyone, "POST /signup": .anyone, "GET /signup/sent": .anyone, "GET /settings": .member,
        "GET /settings/profile": .member, "POST /settings/profile": .member, "GET /settings/password": .member,
        "POST /settings/password": .member, "GET /.well-known/change-password": .anyone, "GET /settings/email": .member,
        "POST /settings/email": .member,
        "GET /admin/reports": .moderator, "POST /admin/reports": .moderator, "GET /admin/reports/{id}": .moderator,
        "POST /admin/reports/{id}/actions": .moderator, "POST /admin/reports/{id}/notes": .moderator,
        "GET /admin/reviews/{id}": .moderator, "POST /admin/reviews/{id}/actions": .moderator,
        "GET /admin/photos/{id}": .moderator, "POST /admin/photos/{id}/actions": .moderator,
        "GET /settings/email/{token}": .member, "POST /settings/email/{token}": .member,
        "GET /settings/email/undo/{token}": .anyone, "POST /settings/email/undo/{token}": .anyone,
        "GET /settings/sessions": .member, "POST /settings/sessions/delete-others": .member,
        "POST /settings/sessions/{sid}/delete": .member, "GET /settings/security": .member,
        "GET /unlock/{token}": .anyone, "POST /unlock/{token}": .anyone, "GET /admin/audit": .moderator,
        "POST /admin/audit/{id}/undo": .moderator, "GET /transparency": .anyone, "GET /lists": .member,
        "POST /lists": .member, "GET /lists/{id}": .anyone, "GET /lists/{id}/export": .anyone,
        "GET /l/{token}": .anyone, "GET /l/{token}/export": .anyone, "GET /lists/{id}/edit": .member,
        "POST /lists/{id}": .member, "GET /lists/{id}/delete": .member, "POST /lists/{id}/delete": .member,
        "POST /lists/{id}/entries": .member, "POST /lists/{id}/entries/{placeID}/delete": .member,
        "POST /lists/{id}/collaborators": .member, "POST /lists/{id}/collaborators/accept": .member,
        "POST /lists/{id}/collaborators/{memberID}/delete": .member, "GET /places/{id}/lists": .member,
        "POST /places/{id}/lists": .member, "GET /roulette": .anyone, "POST /roulette": .anyone,
        "GET /roulette/picks/{id}": .anyone, "GET /verify": .anyone, "POST /verify": .anyone,
        "POST /verify/code": .anyone, "GET /tags": .member, "GET /tags/rename": .member, "POST /tags/rename": .member,
        "GET /favourites": .member, "GET /favourites/export": .member, "GET /favourites/{id}": .member,
        "POST /favourites/{id}": .member, "GET /favourites/{id}/delete": .member,
        "POST /favourites/{id}/delete": .member, "GET /verify/{token}": .anyone, "POST /verify/{token}": .anyone,
        "GET /reports/new": .member, "POST /reports": .member, "GET /about/guidelines": .anyone,
        "GET /suggestions/new": .member, "POST /suggestions": .member, "GET /my/standing": .member,
        "GET /appeals/{id}": .member, "POST /appeals/{id}": .member, "GET /admin/appeals": .moderator,
        "POST /admin/appeals/{id}": .moderator, "GET /admin/users": .moderator, "GET /admin/users/{id}": .moderator,
        "POST /admin/users/{id}/actions": .moderator, "POST /admin/users/{id}/role": .admin,
        "POST /admin/users/{id}/sessions/delete": .admin, "GET /takedowns/new": .anyone, "POST /takedowns": .anyone,
        "GET /takedowns/confirm/{token}": .anyone, "POST /takedowns/confirm/{token}": .anyone,
        "POST /takedowns/{id}/objections": .member, "GET /admin/takedowns": .moderator,
        "POST /admin/takedowns/{id}": .moderator, "GET /diary/entries/new": .member, "POST /diary/entries": .member,
        "PUT /diary/drafts/{once}": .member, "GET /diary/entries/{id}": .member,
        "GET /diary/entries/{id}/edit": .member, "POST /diary/entries/{id}": .member,
        "PUT /diary/entries/{id}": .member, "GET /diary/trash": .member,
        "GET /diary/trash/empty": .member, "POST /diary/trash/empty": .member,
        "GET /diary/entries/{id}/delete": .member,
        "POST /diary/entries/{id}/delete": .member, "POST /diary/entries/{id}/restore": .member,
        "GET /diary/entries/{id}/versions": .member,
        "POST /diary/entries/{id}/versions/{version}/restore": .member, "GET /diary": .member,
        "GET /diary/search": .member, "GET /diary/{period}": .member, "POST /diary/preferences": .member,
        "POST /diary/entries/{id}/recall": .member, "POST /visits/{id}/recall": .member,
        "GET /diary/entries/{id}/text": .member, "GET /diary/export": .member, "GET /photos": .anyone,
        "GET /photos/stars": .member, "GET /photos/{id}/save": .member, "POST /photos/{id}/save": .member,
        "POST /photos/{id}/unsave": .member, "GET /saved": .member, "POST /saved/{id}/delete": .member,
        "POST /saved/{id}/restore": .member, "GET /my/photos": .member, "GET /diary/cards": .member,
        "GET /diary/{period}/card.jpg": .member, "GET /diary/entries/{id}/card": .member,
        "GET /diary/entries/{id}/card.jpg": .member, "POST /diary/entries/{id}/cards": .member,
        "GET /visits/{id}/card": .member, "GET /visits/{id}/card.jpg": .member, "POST /visits/{id}/cards": .member,
        "GET /reviews/{id}/card": .member, "GET /reviews/{id}/card.jpg": .member, "POST /reviews/{id}/cards": .member,
        "GET /cards/{id}": .member, "POST /cards/{id}/withdraw": .member, "GET /c/{token}": .anyone,
        "GET /c/{token}/{file}": .anyone, "GET /admin/cards/{id}": .moderator,
        "POST /places/{id}/confirmations": .member, "POST /confirmations/{id}/delete": .member,
        "POST /admin/cards/{id}/actions": .moderator, "GET /admin/cards/{id}/card.jpg": .moderator,
    ]

    /// What suspended people are refused though they have a session: they read, export, see to their account and leave,
    /// the lists of others too. Words that they are writing are kept for them alone, as drafts.
    private static let needsActive: Set<String> = [
        "POST /places/{id}/reviews", "GET /reviews/{id}/edit", "POST /reviews/{id}", "POST /reviews/{id}/delete",
        "POST /reviews/{id}/helpful", "POST /uploads", "POST /favourites/{id}", "POST /favourites/{id}/delete",
        "POST /tags/rename", "POST /lists", "POST /places/{id}/lists", "POST /lists/{id}", "POST /lists/{id}/delete",
        "POST /lists/{id}/entries", "POST /lists/{id}/entries/{placeID}/delete", "POST /lists/{id}/collaborators",
        "POST /lists/{id}/collaborators/accept", "POST /places/{id}/visits", "POST /visits/{id}/delete",
        "POST /places/{id}/confirmations", "POST /confirmations/{id}/delete",
        "GET /reports/new", "POST /reports", "GET /suggestions/new", "POST /suggestions", "POST /settings/import",
        "POST /diary/entries", "PUT /diary/drafts/{once}", "POST /diary/entries/{id}", "PUT /diary/entries/{id}",
        "POST /diary/entries/{id}/delete", "POST /diary/entries/{id}/restore", "POST /diary/trash/empty",
        "POST /diary/entries/{id}/versions/{version}/restore", "POST /photos/{id}/save", "POST /photos/{id}/unsave",
        "POST /saved/{id}/delete", "POST /saved/{id}/restore", "POST /diary/entries/{id}/cards",
        "POST /visits/{id}/cards", "POST /reviews/{id}/cards", "POST /places/{id}/facts",
        "POST /places/{id}/facts/delete", "POST /places/{id}/facts/hours",
    ]

    /// What the ids in paths name: of suspended people their own things, so that nothing but who they are turns them away.
    private struct Contents {
        var lists: NamedList.ID
        var visits: Visit.ID
        var reviews: Review.ID
        var othersReviews: Review.ID
        let place: Place.ID

        init(place: Place.ID) {
            (lists, visits) = (Identifier(rawValue: place.rawValue), Identifier(rawValue: place.rawValue))
            (reviews, othersReviews) = (Identifier(rawValue: place.rawValue), Identifier(rawValue: place.rawValue))
            self.place = place
        }

        func id(in path: String) -> any LosslessStringConvertible {
            if path.hasPrefix("/lists/") { return lists }
            if path.hasPrefix("/visits/") { return visits }
            if path.hasSuffix("/helpful") { return othersReviews }
            return path.hasPrefix("/reviews/") ? reviews : place
        }
    }

    /// What ends the walk: the session of the one who uses it.
    private static let endsSession: Set<String> = ["POST /logout"]

    private enum Visitor: String, CaseIterable {
        case anonymous, member, suspended, staffWithoutTwoFactor, moderator, admin

        var role: Role? {
            switch self {
            case .anonymous: nil
            case .member, .suspended: .member
            case .staffWithoutTwoFactor, .moderator: .moderator
            case .admin: .admin
            }
        }
    }

    private enum Answer: Equatable {
        case open, askedToLogIn, ledToTwoFactor, forbidden
    }

    private static func expected(_ access: Access, _ visitor: Visitor) -> Answer {
        guard let least = access.leastRole else { return .open }
        guard let role = visitor.role else { return .askedToLogIn }
        guard least > .member else { return .open }
        guard role >= least else { return .forbidden }
        return visitor == .staffWithoutTwoFactor ? .ledToTwoFactor : .open
    }

    private static func seen(_ method: String, _ answer: TestResponse) -> Answer {
        let location = answer.headers[.location] ?? ""
        if answer.status == .unauthorized || location.hasPrefix("/login?next=") { return .askedToLogIn }
        if method == "GET", answer.status == .seeOther, location == "/settings/two-factor" { return .ledToTwoFactor }
        if answer.status == .forbidden {
            return answer.text.contains("two-factor") || answer.text.contains("2단계") ? .ledToTwoFactor : .forbidden
        }
        return .open
    }

    @Test("Every route has a row and every row a route") func matchRows() async throws {
        let site = try await TestSite()
        #expect(Set(Self.routes(site)).symmetricDifference(Self.rows.keys) == [])
    }

    @Test("Every kind of visitor is answered as the table says", arguments: TestEngine.available)
    func answerVisitors(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.app.database.read { try $0.listedPlaceIDs(limit: 1) }.first)
        for visitor in Visitor.allCases {
            let browser = TestBrowser(site)
            var contents = Contents(place: place)
            if let role = visitor.role {
                let account = try await Self.enter(browser, visitor, role)
                if visitor == .suspended { contents = try await Self.contents(of: account, place, site) }
            }
            for route in Self.routes(site).sorted() where !Self.endsSession.contains(route) {
                let parts = route.split(separator: " ").map(String.init)
                let path = parts[1].replacing("{id}", with: "\(contents.id(in: parts[1]))")
                    .replacing("{slug}", with: "mapo")
                    .replacing(/\{[^}]*\}/, with: "1")
                let answer =
                    switch parts[0] {
                    case "GET": try await browser.get(path)
                    case "PUT": try await browser.put(path)
                    default: try await browser.post(path)
                    }
                #expect(answer.status.code < 500, "\(visitor) \(route) \(answer.status)")
                let access = try #require(Self.rows[route])
                let isBarred = visitor == .suspended && Self.needsActive.contains(route)
                #expect(
                    Self.seen(parts[0], answer) == (isBarred ? .forbidden : Self.expected(access, visitor)),
                    "\(visitor) \(route) \(answer.status)"
                )
            }
        }
    }

    @Test("Every route that changes something takes from a limit") func consumeLimits() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        _ = try await Self.enter(browser, .admin, .admin)
        let changing = Self.routes(site).sorted().filter { !$0.hasPrefix("GET ") && !$0.hasPrefix("HEAD ") }
        #expect(changing.count > 90)
        try await browser.useUpChanges()
        for route in changing {
            let parts = route.split(separator: " ").map(String.init)
            let path = parts[1].replacing(/\{[^}]*\}/, with: "1")
            let answer = try await parts[0] == "PUT" ? browser.put(path) : browser.post(path)
            #expect(answer.status == .tooManyRequests, "\(route)")
        }
    }

    private static func routes(_ site: TestSite) -> [String] {
        Routes.router(site.app).routes.map { "\($0.method.rawValue) \($0.path.description)" }
    }

    /// A session of an account with that role, made without the pages that the walk is about.
    private static func enter(_ browser: TestBrowser, _ visitor: Visitor, _ role: Role) async throws -> Account.ID {
        try await browser.site.logIn(
            browser,
            nickname: "방문자 \(visitor.rawValue.prefix(8))",
            role: role,
            hasTwoFactor: visitor == .moderator || visitor == .admin,
            isSuspended: visitor == .suspended
        )
    }

    private static func contents(of account: Account.ID, _ place: Place.ID, _ site: TestSite) async throws -> Contents {
        let elsewhere = try #require(try await site.places(2).first { $0 != place })
        let other = try #require(try await site.people(1).first)
        let (input, now) = (try ReviewsFixture.input(), site.now)
        var contents = Contents(place: place)
        contents.reviews = try await site.review(elsewhere, by: account, input)
        contents.othersReviews = try await site.review(elsewhere, by: other, input)
        (contents.lists, contents.visits) = try await site.app.database.write { transaction in
            let list = NamedList.Details(title: "주말", note: "", visibility: .private)
            return (
                try #require(try transaction.insertNamedList(list, by: account, at: now)),
                try transaction.insertVisit(place, on: "2026-01-01", by: account, at: now)
            )
        }
        return contents
    }
}
