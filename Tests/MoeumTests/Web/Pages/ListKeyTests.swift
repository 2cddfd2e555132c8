import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// Lists go on after a key in their address; any key that somebody makes up is answered with a page.
@Suite(.cleanup)
struct ListKeyTests {
    private static let keys: [String] = {
        let numbers = [Int64.max, .min, -1, 1 << 53]
        let pairs = numbers.flatMap { one in numbers.map { (one, $0) } }
        let plain = pairs.map { "\($0)-\($1)" }
        let dashes = numbers.map { "\($0)-\($0)-\($0)" } + ["9223372036854775807-0-0", "1-1-1-1"]
        let points = pairs.map { ["zz", String($0, radix: 36), String($1, radix: 36)].joined(separator: ".") }
        let wholes = numbers.map { Array(repeating: String($0, radix: 36), count: 3).joined(separator: ".") }
        let texts =
            pairs.map { "\(Double($0))|\($1)|x" } + ["1e308|1|x", "-1e308|1|x", "nan|1|x", "inf|1", "1|", "|", "a|b|c"]
        let encoded = texts.map { Data($0.utf8).base64EncodedString().replacing("=", with: "") }
        let garbage = ["", "-", "--", ".", "..", "...", "x", "1-1-1", "%00", "%F0%9F%98%80", "9223372036854775808-1"]
        return plain + dashes + points + wholes + encoded + garbage
    }()

    @Test("Every list answers any key", arguments: TestEngine.available)
    func answerAnyKey(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try await site.places(1)[0]
        let browser = TestBrowser(site)
        let member = try await site.logIn(browser, nickname: "haneul")
        let photo = try await site.photo(by: member)
        try await site.review(place, by: member, try ReviewsFixture.input(photos: [photo]))
        let lists = [
            "/places?", "/places?sort=name&", "/places?sort=rating&", "/places?sort=new&",
            "/places?sort=distance&at=37.56,126.97&", "/places?q=%EA%B5%AD&", "/places/\(place)/photos?",
            "/places/\(place)/reviews?", "/places/\(place)/reviews?sort=helpful&",
            "/places/\(place)/reviews?sort=high&", "/places/\(place)/reviews?sort=low&", "/members/\(member)?",
            "/my/reviews?",
        ]
        for list in lists {
            for key in Self.keys {
                let address = "\(list)after=\(key.replacing("+", with: "%2B").replacing("|", with: "%7C"))"
                #expect(try await browser.get(address).status == .ok, "\(address)")
            }
        }
    }

    @Test("A time too far off is the farthest that there is") func clampTime() {
        #expect(Date(milliseconds: .max).milliseconds == .max)
        #expect(Date(milliseconds: .min).milliseconds == .min)
        #expect(Date(timeIntervalSince1970: .infinity).milliseconds == .max)
        #expect(Date(milliseconds: 1_700_000_000_123).milliseconds == 1_700_000_000_123)
    }
}
