import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Somebody who is logged in and writes reviews of one place by its form.
struct ReviewClient: Sendable {
    let browser: TestBrowser
    let account: Account.ID
    let place: Place.ID

    static let words = "국물이 맑고 깊어서 다시 가고 싶은 집이에요."

    var path: String { "/places/\(place)/reviews" }

    /// A form that can be published.
    /// - Parameter changes: fields that are not as usual; an empty list leaves one out.
    func fields(once: String? = nil, _ changes: [String: [String]] = [:]) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        if let once { fields.append(("once", once)) }
        let usual: KeyValuePairs = ["rating": ["4"], "body": [Self.words], "visited_on": ["2026-11-14"]]
        for (name, values) in usual { fields += (changes[name] ?? values).map { (name, $0) } }
        let names = Set(usual.map(\.key))
        // A photo's words come right behind it.
        let photos = zip(changes["photo_id"] ?? [], changes["alt"] ?? (changes["photo_id"] ?? []).map { _ in "" })
        for (photo, alt) in photos { fields += [("photo_id", photo), ("alt", alt)] }
        for (name, values) in changes where !names.contains(name) && name != "photo_id" && name != "alt" {
            fields += values.map { (name, $0) }
        }
        return fields
    }

    /// Publishes a usual review.
    @discardableResult
    func publish(_ changes: [String: [String]] = [:]) async throws -> Review.ID {
        let answer = try await browser.postFiles(path, fields(once: SystemRandom.name(), changes))
        let location = try #require(answer.location)
        return try #require(location.split(separator: "#r").last.flatMap { Review.ID($0) })
    }

    func review() async throws -> Review? {
        try await browser.site.app.database.read { try $0.review(of: place, by: account) }
    }

    /// The page's form as a program gets it.
    func form(_ path: String) async throws -> [String: Any] {
        try #require(try await browser.json(path)["form"] as? [String: Any])
    }
}

extension TestBrowser {
    static let asProgram: HTTPFields = [.secFetchSite: "same-origin", .accept: "application/json"]

    /// Logs somebody new in, who is about to write of a place.
    func reviewer(
        _ nickname: String = "가람",
        of place: Place.ID? = nil,
        role: Role = .member,
        isSuspended: Bool = false,
        isVerified: Bool = true,
        age: TimeInterval = 30 * 86_400
    ) async throws -> ReviewClient {
        let account = try await site.logIn(
            self,
            nickname: nickname,
            role: role,
            hasTwoFactor: role != .member,
            isSuspended: isSuspended,
            isVerified: isVerified,
            age: age
        )
        let first = try #require(try await site.places(1).first)
        return ReviewClient(browser: self, account: account, place: place ?? first)
    }
}
