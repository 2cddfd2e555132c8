import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// Somebody who keeps a diary.
struct DiaryScene: Sendable {
    let site: TestSite
    let browser: TestBrowser
    let account: Account.ID
    let places: [Place.ID]

    static let asProgram: HTTPFields = [.accept: "application/json", .secFetchSite: "same-origin"]

    init(on engine: TestEngine = .sqlite, settings: [String: String] = [:]) async throws {
        site = try await TestSite(on: engine, settings: settings)
        places = try await site.places(4)
        browser = TestBrowser(site)
        account = try await site.logIn(browser, nickname: "서윤이")
    }

    /// A key as forms have it.
    static func key() -> String { SystemRandom.name() }

    var today: String { SeoulTime(site.now).isoDay }

    /// A state that the editor saves.
    struct Saved: Sendable {
        let status: Int
        let id: DiaryEntry.ID?
        let rev: Int?
        let state: String?
        let errors: [String: String]
    }

    func put(_ path: String, _ fields: [String: String], on other: TestBrowser? = nil) async throws -> Saved {
        let answer = try await (other ?? browser).put(path, fields, Self.asProgram)
        let json = try? JSONSerialization.jsonObject(with: Data(buffer: answer.body)) as? [String: Any]
        return Saved(
            status: answer.status.code,
            id: (json?["id"] as? String).flatMap { DiaryEntry.ID($0) },
            rev: json?["rev"] as? Int,
            state: json?["state"] as? String,
            errors: json?["errors"] as? [String: String] ?? [:]
        )
    }

    /// An entry, made as the editor makes one.
    func write(_ text: String, _ fields: [String: String] = [:]) async throws -> DiaryEntry.ID {
        let fields = ["text": text, "on": today].merging(fields) { $1 }
        return try #require(try await put("/diary/drafts/\(Self.key())", fields).id)
    }

    func entry(_ id: DiaryEntry.ID) async throws -> DiaryEntry? {
        try await site.app.database.read { [account] in try $0.diaryEntry(id, of: account) }
    }

    func versions(of id: DiaryEntry.ID) async throws -> [String] {
        try await site.app.database.read { try $0.diaryVersions(of: id).map(\.text) }
    }

    /// Days and places of all visits, with the entry that each belongs to.
    func visits() async throws -> [String] {
        try await site.app.database.read { [account, places] transaction in
            try transaction.rows(
                "SELECT place_id, visited_on, entry_id FROM visits WHERE account_id = \(account) ORDER BY visited_on, id"
            ).map { row in
                let place = try row.id(0) as Place.ID
                let number = places.firstIndex(of: place).map(String.init) ?? "?"
                return try "\(number) \(row.string(1))\(row.optionalInt64(2) == nil ? "" : " owned")"
            }
        }
    }
}
