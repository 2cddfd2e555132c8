import Foundation
import Testing

@testable import Moeum

/// What a form has to hold to be a report or a suggestion, and how much somebody's word counts.
struct ReportRulesTests {
    private static let day: TimeInterval = 86_400

    @Test("New accounts have no weight, and others one that follows from their record") func weighReporters() {
        #expect(ReporterWeight.of(age: 7 * Self.day - 1, right: 50, wrong: 0) == 0)
        #expect(ReporterWeight.of(age: 7 * Self.day, right: 0, wrong: 0) == 100)
        #expect(ReporterWeight.of(age: 8 * Self.day, right: 3, wrong: 3) == 100)
        #expect(ReporterWeight.of(age: 8 * Self.day, right: 1, wrong: 0) == 115)
        #expect(ReporterWeight.of(age: 8 * Self.day, right: 0, wrong: 1) == 87)
        #expect(ReporterWeight.of(age: 8 * Self.day, right: 100_000, wrong: 0) == 200)
        #expect(ReporterWeight.of(age: 8 * Self.day, right: 0, wrong: 100_000) == 50)
        var last = 0
        for right in 0...40 {
            let weight = ReporterWeight.of(age: 8 * Self.day, right: right, wrong: 40 - right)
            #expect(weight > last && (50...200).contains(weight))
            last = weight
        }
    }

    @Test(
        "A report has one reason and few words",
        arguments: [
            (["reason": "spam"], [:]),
            (["reason": "spam", "detail": String(repeating: "가", count: 500)], [:]),
            (["reason": "spam", "detail": String(repeating: "가", count: 501)], ["detail": "too-long"]),
            (["detail": "x"], ["reason": "required"]), (["reason": ""], ["reason": "required"]),
            (["reason": "boring"], ["reason": "invalid"]),
        ] as [([String: String], [String: String])]
    )
    func checkReport(_ fields: [String: String], _ errors: [String: String]) {
        #expect(Self.errors { _ = try Report(Form(items: fields.map { ($0, $1) })) } == errors)
    }

    @Test(
        "Only reviews, photos, cards, people and places can be reported",
        arguments: [
            ("review:12", "review:12"), ("photo:012", "photo:12"), ("user:3", "user:3"), ("place:9", "place:9"),
            ("suggestion:1", nil), ("word:x", nil), ("review:", nil), ("review", nil), ("review:1 OR 1", nil),
            ("", nil),
            ("review:99999999999999999999", nil),
        ] as [(String, String?)]
    )
    func readTarget(_ text: String, _ target: String?) {
        #expect(Report.target(text)?.description == target)
    }

    @Test(
        "A suggestion needs the right value",
        arguments: [
            (["kind": "closed"], true, [:]), (["kind": "moved"], true, [:]),
            (["kind": "phone", "value": "02-332-0000"], true, [:]),
            (["kind": "phone"], true, ["value": "required"]),
            (["kind": "phone", "value": "몰라요"], true, ["value": "phone"]),
            (["kind": "phone", "value": "010-1234-5678"], true, ["value": "mobile"]),
            (["kind": "menu", "value": " "], true, ["value": "required"]),
            ([:], true, ["kind": "required"]), (["kind": "better"], true, ["kind": "invalid"]),
            (["kind": "new-bookshop", "value": "x"], true, ["kind": "invalid"]),
            (["kind": "closed", "source": "javascript://x"], true, ["source": "link"]),
            (["kind": "closed", "source": "여기서 봤어요 https://shop.example/x"], true, [:]),
            (["kind": "closed", "source": String(repeating: "가", count: 301)], true, ["source": "too-long"]),
            (["name": "작은 책방"], false, [:]), (["value": "작은 책방"], false, [:]),
            ([:], false, ["name": "required"]),
            (["name": "책방", "source": "javascript://x"], false, ["source": "link"]),
            (["name": "책방", "kind": "closed"], false, ["kind": "invalid"]),
        ] as [([String: String], Bool, [String: String])]
    )
    func checkSuggestion(_ fields: [String: String], _ isOfPlace: Bool, _ errors: [String: String]) {
        let form = Form(items: fields.map { ($0, $1) })
        #expect(Self.errors { _ = try Suggestion(form, isOfPlace: isOfPlace) } == errors)
    }

    @Test("Suggested values are stored in one form") func readSuggestion() throws {
        let number = try Suggestion(Form(items: [("kind", "phone"), ("value", "02)332 0000")]), isOfPlace: true)
        #expect((number.field, number.value) == ("phone", "02-332-0000"))
        let shop = try Suggestion(
            Form(items: [("name", "작은  책방"), ("address", "망원동"), ("source", "https://shop.example")]),
            isOfPlace: false
        )
        #expect((shop.kind, shop.value) == (.newBookshop, "작은 책방\n망원동"))
        #expect(shop.source == "https://shop.example")
    }

    @Test("Different snapshots have different fingerprints") func fingerprint() {
        let files = PhotoFiles(name: "n", width: 1, height: 1)
        let picture = Snapshot.Picture(photo: 1, blob: "b", alt: "x", files: files)
        let states = [
            Snapshot(nickname: "가람", body: "x"), Snapshot(nickname: "가", body: "람x"), Snapshot(body: "x"),
            Snapshot(stars: 4, body: "x"), Snapshot(body: "x", visitedOn: "2026-01-01"),
            Snapshot(body: "x", pictures: [picture]),
            Snapshot(body: "x", pictures: [Snapshot.Picture(photo: 1, blob: "b", alt: "y", files: files)]),
        ]
        #expect(Set(states.map(\.fingerprint)).count == states.count)
        #expect(Set(states.map(\.mark)).count == states.count)
        #expect(states.allSatisfy { $0.mark >= 0 })
        #expect(Snapshot(nickname: "가람", body: "x").fingerprint == states[0].fingerprint)
    }

    private static func errors(_ body: () throws -> Void) -> [String: String] {
        do { try body() } catch let refusal as FormErrors { return refusal.codes } catch {
            return ["": "\(error)"]
        }
        return [:]
    }
}
