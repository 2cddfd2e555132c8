import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// Somebody who makes cards of what they wrote, and somebody who is given a link.
struct CardScene: Sendable {
    let diary: DiaryScene
    let reader: TestBrowser
    let entry: DiaryEntry.ID
    let photos: [Photo.ID]

    var site: TestSite { diary.site }
    var maker: TestBrowser { diary.browser }

    static let words = "비 오는 날의 국물은 왜 더 맛있을까. 속마음은 여기 있다.\n둘째 줄도 비밀이다."

    /// - Parameter entry: an entry at a place, with two photos and weather.
    init(on engine: TestEngine = .sqlite, settings: [String: String] = ["MOEUM_LIMITS": "off"]) async throws {
        diary = try await DiaryScene(on: engine, settings: settings)
        photos = [try await diary.site.photo(by: diary.account), try await diary.site.photo(by: diary.account)]
        entry = try await diary.write(
            Self.words,
            [
                "place_id": "\(diary.places[0])", "weather": "rain", "minute": "18:30", "on": "2025-11-14",
                "photo_id": "\(photos[0])",
            ]
        )
        reader = TestBrowser(diary.site)
        // A program sends a field once here, so the second photo is attached by itself.
        try await site.execute(
            "UPDATE photos SET entry_id = \(entry), position = 1, alt = '만두' WHERE id = \(photos[1])"
        )
    }

    var path: String { "/diary/entries/\(entry)" }

    /// Makes a card public.
    /// - Returns: its link's path.
    @discardableResult
    func publish(_ fields: [String: String] = ["look": "frame", "date": "1"], at path: String? = nil) async throws
        -> (own: String, link: String)
    {
        let once = ["once": DiaryScene.key()].merging(fields) { $1 }
        let answer = try await maker.post("\(path ?? self.path)/cards", once)
        let own = try #require(answer.location, "\(answer.status)")
        let address = try #require(try await maker.json(own)["address"] as? String)
        return (own, "/c/" + (address.split(separator: "/").last.map(String.init) ?? ""))
    }

    func status(_ link: String) async throws -> HTTPResponse.Status { try await reader.get(link).status }
}
