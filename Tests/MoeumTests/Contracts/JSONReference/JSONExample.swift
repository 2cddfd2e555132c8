import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// An answer that a site with little in it gives at a time of its own, with numbers in the place of ids and secrets.
struct JSONExample: Sendable {
    /// The name of the page's type; nil for an answer to a change and a problem.
    let page: String?
    let request: String
    let text: String

    private static let time = Date(timeIntervalSince1970: 1_795_154_400)

    /// The same each time.
    static func all() async throws -> [JSONExample] {
        let site = try await TestSite()
        site.clock.move(time.timeIntervalSince(site.now))
        return try await JSONExampleScene(browser: TestBrowser(site)).examples()
    }

    /// - Parameters:
    ///   - page: nil for an answer whose fields stand in the order in which they came.
    ///   - answer: its body.
    init(_ page: (any ViewModel.Type)?, _ request: String, _ answer: String) throws {
        let made = Self.withoutSecrets("\(request)\n\(answer)").split(separator: "\n", maxSplits: 1).map(String.init)
        self.page = page?.schema.typeName
        self.request = made[0]
        text =
            try page.map { page in
                let value = try JSONSerialization.jsonObject(with: Data(made[1].utf8))
                return JSONShapes.example(value, page.schema).text()
            } ?? made[1]
    }

    /// Ids are of the time that the test runs at, tokens of chance.
    private static func withoutSecrets(_ text: String) -> String {
        var numbers: [Substring] = []
        return text.replacing(/\d{13,}/) { match in
            if !numbers.contains(match.output) { numbers.append(match.output) }
            return "\(61_500_000_000_001 + (numbers.firstIndex(of: match.output) ?? 0))"
        }.replacing(/"[A-Za-z0-9_-]{20,}"/, with: "\"…\"")
    }
}

/// Somebody who has a little of everything.
private struct JSONExampleScene: Sendable {
    let browser: TestBrowser

    func examples() async throws -> [JSONExample] {
        let site = browser.site
        let account = try await site.logIn(browser, nickname: "가람")
        let other = try #require(try await site.people(1, "별하").first)
        let place = try #require(try await site.places(1).first)
        let list = try await ListClient(browser: browser).make("비 오는 날", "public")
        let input = try ReviewsFixture.input(visitedOn: "2026-11-14")
        let helpful = try await site.review(place, by: other, input, age: 7_200)
        let answers = [
            try await change("/places/\(place)/visits", ["on": "2026-11-14"]),
            try await change("/places/\(place)/confirmations", ["state": "open"]),
            try await change("/favourites/\(place)", ["tags": "누구와-가족", "note": "창가 자리"]),
            try await change("/lists", ["title": "주말", "visibility": "private"]),
            try await change("\(list)/entries", ["place_id": "\(place)"]),
            try await change("/reviews/\(helpful)/helpful", ["on": "1"]),
            try await change("/diary/entries", ["on": "2026-11-14", "text": "국물이 맑았다.", "once": "anyLetters1"]),
            try await change("/lists", ["title": ""]),
        ]
        let review = try await site.review(place, by: account, input, age: 3_600)
        return [
            try await page(PlaceListPage.self, "/places?q=%EB%83%89%EB%A9%B4&kind=restaurant"),
            try await page(SuggestionPage.self, "/places/suggest?q=%EB%83%89"),
            try await page(PlacePage.self, "/places/\(place)"),
            try await page(ReviewPage.self, "/reviews/\(review)"),
            try await page(FavouritesPage.self, "/favourites"),
            try await page(OwnVisitList.self, "/my/visits"),
            try await page(DiaryMonthPage.self, "/diary/2026-11"),
            try await page(FormPage.self, "/settings/profile"),
        ] + answers
    }

    private func page(_ type: any ViewModel.Type, _ path: String) async throws -> JSONExample {
        let headers: HTTPFields = [.accept: "application/json", .acceptLanguage: "en"]
        return try JSONExample(type, "GET \(path)", try await browser.get(path, headers).text)
    }

    /// Fields in the order of their names.
    private func change(_ path: String, _ fields: [String: String]) async throws -> JSONExample {
        var headers = TestBrowser.asProgram
        headers[.acceptLanguage] = "en"
        let answer = try await browser.post(path, fields, headers)
        let sent = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        return try JSONExample(nil, "POST \(path) \(sent) → \(answer.status.code)", answer.text)
    }
}
