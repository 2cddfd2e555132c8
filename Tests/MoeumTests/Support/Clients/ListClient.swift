import Foundation
import RouterClient
import Testing

@testable import Moeum

/// What somebody does with lists by the site's own forms.
struct ListClient: Sendable {
    let browser: TestBrowser

    /// Makes a list and gives its address.
    @discardableResult
    func make(_ title: String = "비 오는 날", _ visibility: String = "private", note: String = "") async throws -> String {
        let answer = try await browser.post("/lists", ["title": title, "visibility": visibility, "note": note])
        return try #require(answer.location)
    }

    @discardableResult
    func put(_ place: Place.ID, on list: String, note: String? = nil, position: Int? = nil) async throws -> TestResponse
    {
        var fields = ["place_id": "\(place)"]
        if let note { fields["note"] = note }
        if let position { fields["position"] = "\(position)" }
        return try await browser.post("\(list)/entries", fields)
    }

    /// Lets somebody work on a list.
    func share(_ list: String, with other: TestBrowser, _ nickname: String) async throws {
        let asked = try await browser.post("\(list)/collaborators", ["nickname": nickname])
        #expect(asked.location == "\(list)#people")
        #expect(try await other.post("\(list)/collaborators/accept").location == list)
    }

    /// The ids of its places in order.
    func places(_ path: String) async throws -> [Int] {
        let entries = try await browser.json(path)["entries"] as? [[String: Any]] ?? []
        return entries.compactMap { ($0["place"] as? [String: Any])?["id"] as? Int }
    }

    /// The address by which others read it, as its owner is told.
    func link(_ path: String) async throws -> String? {
        let list = try await browser.json(path)["list"] as? [String: Any]
        return (list?["token"] as? String).map { "/l/\($0)" }
    }
}
