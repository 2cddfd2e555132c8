import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Whatever anybody does, what is answered from memory is what would be made now.
@Suite(.cleanup)
struct ResponseCacheTruthTests {
    private static let steps = 100

    @Test("Every kept page equals the one that is made again", arguments: TestEngine.available, [1, 2] as [UInt64])
    func equalFreshPages(_ engine: TestEngine, _ seed: UInt64) async throws {
        let site = try await TestSite(on: engine)
        var people = try await PeopleAtRandom(site, seed: seed)
        let uncached = try await site.uncached()
        try await site.app.database.changes.untilKnown()
        var wasKept = 0
        for step in 1...Self.steps {
            for _ in 1...2 { wasKept += try await Self.keep(people.addresses, at: site) }
            let done = try await people.step()
            for (path, headers) in people.addresses {
                let (kept, made) = (try await site.get(path, headers), try await uncached.get(path, headers))
                #expect(
                    kept.status == made.status && kept.body == made.body && kept.headers == made.headers,
                    "\(path) \(headers) after step \(step) of seed \(seed): \(done)"
                )
            }
        }
        // Most of them are kept, or this shows nothing.
        #expect(wasKept > Self.steps * people.addresses.count * 3 / 4)
        #expect(people.successes.count > 5, "\(people.successes)")
    }

    /// Asks for all of them, and says how many were kept.
    private static func keep(_ addresses: [PeopleAtRandom.Address], at site: TestSite) async throws -> Int {
        let before = site.app.responseCache?.statistics.hits ?? 0
        for (path, headers) in addresses { _ = try await site.get(path, headers) }
        return (site.app.responseCache?.statistics.hits ?? 0) - before
    }
}

/// Members, staff and the site itself, who do at random what can be done, by every route and by commands.
private struct PeopleAtRandom {
    typealias Address = (path: String, headers: HTTPFields)

    private let site: TestSite
    private var staff: StaffAtRandom
    private let browsers: [TestBrowser]
    private let routes: [String]
    private let places: [Place.ID]
    private var lists: [String] = []
    private(set) var addresses: [Address] = []
    /// The routes that have changed something.
    private(set) var successes: Set<String> = []
    private var random: SeededGenerator

    init(_ site: TestSite, seed: UInt64) async throws {
        self.site = site
        random = SeededGenerator(state: seed)
        staff = try await ModerationScene.random(on: site, seed: seed)
        places = try await site.places(2) + (try await site.places(1, .bookshop))
        try await site.app.database.write { transaction in
            let source = Source(
                id: "made-up",
                nameKo: "지어냄",
                nameEn: "Made up",
                url: nil,
                licence: nil,
                asOf: "2026-01-01"
            )
            try transaction.saveSource(source)
        }
        let members = [TestBrowser(site), TestBrowser(site)]
        let admin = TestBrowser(site)
        for (number, browser) in members.enumerated() { try await site.logIn(browser, nickname: "가람\(number)") }
        try await site.logIn(admin, nickname: "운영자", role: .admin, hasTwoFactor: true)
        browsers = members + [admin]
        for (number, member) in members.enumerated() {
            let list = try await ListClient(browser: member).make("비 오는 날 \(number)", "public")
            try await ListClient(browser: member).put(places[number], on: list)
            lists.append(list)
        }
        // What needs an open file or a login of its own has tests of its own.
        let left = ["/logout", "/login", "/settings/import", "/uploads", "/settings/delete", "/settings/sessions"]
        routes = Routes.router(site.app).routes.filter { $0.method == .post || $0.method == .put }.map {
            "\($0.method.rawValue) \($0.path)"
        }.filter { route in !left.contains { route.contains($0) } }.sorted()
        addresses = Self.addresses(places, lists, staff)
    }

    private static func addresses(_ places: [Place.ID], _ lists: [String], _ staff: StaffAtRandom) -> [Address] {
        var paths = [
            "/", "/places", "/places?q=%EB%83%89%EB%A9%B4", "/districts/mapo", "/places?near=37.5563,126.9236",
            "/photos",
            "/about", "/about/archive", "/about/guidelines", "/privacy", "/roulette", "/roulette?district=mapo",
            "/manifest.webmanifest", "/robots.txt", "/about/data", "/about/ranking", "/transparency", "/sitemap.xml",
            "/terms",
            "/places/suggest?q=%EB%83%89", "/places?open=1",
        ]
        for place in places { paths += ["/places/\(place)", "/places/\(place)/reviews", "/places/\(place)/photos"] }
        for review in staff.reviews { paths += ["/reviews/\(review.id)"] + review.photos.map { "/photos/\($0)" } }
        paths += lists + staff.people.map { "/members/\($0)" }
        let formats: [HTTPFields] = [
            [:], [.accept: "application/json"], [.acceptLanguage: "en", .acceptEncoding: "gzip"],
        ]
        return paths.enumerated().map { ($0.element, formats[$0.offset % formats.count]) }
    }

    /// One thing that somebody does, and what it was.
    mutating func step() async throws -> String {
        switch random.below(8) {
        case 0, 1:
            try await staff.step()
            return "staff"
        case 2: return try await command()
        case 3: return try await member()
        default: return try await anyRoute()
        }
    }

    /// What the site does by itself, and time.
    private mutating func command() async throws -> String {
        let (app, now) = (site.app, site.now)
        switch random.below(5) {
        case 0: site.clock.move(Double(random.below(150)))
        case 1:
            try await SanctionEnd(database: app.database, emailRenderer: app.emailRenderer, clock: app.clock).run()
            try await TakedownEnd(database: app.database, emailRenderer: app.emailRenderer, clock: app.clock).run()
        case 2: try await MonthFiguresUpdater(database: app.database, clock: app.clock).run()
        case 3:
            let record = PlacesFixture.record("made-up-\(random.below(3))", "새집 \(random.below(100))")
            let districts = app.districts
            try await app.database.write { try $0.upsertPlace(record, districts, now: now.milliseconds) }
        default:
            let review = random.pick(staff.reviews)
            try await app.database.write { transaction in
                if let review { try transaction.hideReviews(of: review.author, for: .suspension, at: now) }
            }
        }
        return "command"
    }

    /// What members do most, with words that are taken.
    private mutating func member() async throws -> String {
        let (browser, place) = (browsers[random.below(2)], places[random.below(places.count)])
        let path: String
        var fields: [String: String] = [:]
        switch random.below(6) {
        case 0:
            path = "/places/\(place)/reviews"
            fields = ["rating": "\(1 + random.below(5))", "body": "국물이 맑고 깊어서 \(random.below(9_999))번도 다시 가고 싶어요."]
        case 1: path = "/favourites/\(place)"
        case 2: path = "/favourites/\(place)/delete"
        case 3:
            path = "\(lists[random.below(lists.count)])/entries"
            fields = ["place_id": "\(place)", "note": "메모 \(random.below(100))"]
        case 4:
            path = "/settings/profile"
            fields = ["nickname": "가람\(random.below(10_000))", "language": "ko", "theme": "auto"]
        default:
            path = "/reviews/\(staff.reviews[random.below(staff.reviews.count)].id)/helpful"
            fields = ["on": "1"]
        }
        return try await send("POST \(path)", to: path, by: browser, fields)
    }

    /// A form of any route, with ids that exist and fields that many of them take.
    private mutating func anyRoute() async throws -> String {
        let route = routes[random.below(routes.count)]
        let parts = route.split(separator: " ")
        let path = parts[1].split(separator: "/").map { part in
            part.hasPrefix("{") ? id(in: String(parts[1]), named: String(part)) : String(part)
        }.joined(separator: "/")
        let place = places[random.below(places.count)]
        let fields = [
            "rating": "\(1 + random.below(5))", "body": "담백하고 조용해서 \(random.below(9_999))번 더 갈 거예요.", "note": "made up",
            "title": "목록 \(random.below(100))", "name": "이름 \(random.below(100))",
            "visibility": ["public", "link", "private"][random.below(3)],
            "action": ["hide", "restore", "warn"][random.below(3)],
            "reason": "abuse", "kind": "restaurant", "place_id": "\(place)", "position": "1",
            "on": "\(random.below(2))",
            "nickname": "이름\(random.below(1_000))", "memo": "메모", "visited_on": "2026-11-01",
            "ko": "말 \(random.below(99))",
            "en": "word \(random.below(99))", "district": "mapo", "into": "\(place)", "undo": "1", "tag": "산책",
        ]
        return try await send(route, to: "/\(path)", by: browsers[random.below(browsers.count)], fields)
    }

    private mutating func id(in route: String, named name: String) -> String {
        if name == "{placeID}" || route.contains("/places/") || route.contains("/favourites/") {
            return "\(places[random.below(places.count)])"
        }
        if route.contains("/lists/") {
            return lists[random.below(lists.count)].split(separator: "/").last.map(String.init) ?? "1"
        }
        let review = staff.reviews[random.below(staff.reviews.count)]
        if route.contains("/photos/") { return "\(review.photos.first ?? 1)" }
        if route.contains("/users/") { return "\(review.author)" }
        return "\(review.id)"
    }

    private mutating func send(
        _ route: String,
        to path: String,
        by browser: TestBrowser,
        _ fields: [String: String]
    ) async throws -> String {
        let answer =
            route.hasPrefix("PUT")
            ? try await browser.put(path, fields) : try await browser.post(path, fields)
        if answer.status.code < 400 { successes.insert(String(route.prefix { !$0.isNumber })) }
        return "\(route) \(path): \(answer.status.code)"
    }
}
