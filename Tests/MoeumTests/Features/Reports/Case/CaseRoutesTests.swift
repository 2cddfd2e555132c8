import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// One case as staff work on it.
@Suite(.cleanup)
struct CaseRoutesTests {
    fileprivate struct Scene: Sendable {
        let site: TestSite
        let one: TestBrowser
        let other: TestBrowser
        let staff: Account.ID
        let author: Account.ID
        let reporters: [Account.ID]
        let review: Review.ID
        let caseID: ReportCase.ID

        var path: String { "/admin/reports/\(caseID)" }

        @discardableResult
        func perform(
            _ action: String,
            _ fields: [String: String] = [:],
            by browser: TestBrowser? = nil,
            _ headers: HTTPFields = [.secFetchSite: "same-origin"]
        ) async throws -> TestResponse {
            let all = fields.merging(["action": action]) { given, _ in given }
            return try await (browser ?? one).post("\(path)/actions", all, headers)
        }

        func found() async throws -> ReportCase? { try await site.reportCase(caseID) }
    }

    private func scene(on engine: TestEngine = .sqlite) async throws -> Scene {
        let site = try await TestSite(on: engine)
        let (one, other) = (TestBrowser(site), TestBrowser(site))
        let staff = try await site.logIn(one, nickname: "정운영", role: .moderator, hasTwoFactor: true)
        try await site.logIn(other, nickname: "한운영", role: .moderator, hasTwoFactor: true)
        let people = try await site.people(3)
        let (review, id) = try await site.reportedReview(by: people[0], [.abuse], reporters: Array(people[1...]))
        return Scene(
            site: site,
            one: one,
            other: other,
            staff: staff,
            author: people[0],
            reporters: Array(people[1...]),
            review: review,
            caseID: id
        )
    }

    enum Elsewhere: CaseIterable {
        case nothing, command, person

        fileprivate func perform(_ scene: Scene) async throws {
            switch self {
            case .nothing: break
            case .command:
                _ = try await VisibilityActions(app: scene.site.app, reason: "spam").hide(.review(scene.review))
            case .person:
                let fields = ["action": "warn", "reason": "abuse"]
                let answer = try await scene.one.post("/admin/users/\(scene.author)/actions", fields)
                #expect(answer.status == .seeOther)
            }
        }
    }

    @Test("Actions on other pages count when a case is closed", arguments: TestEngine.available, Elsewhere.allCases)
    func countElsewhere(_ engine: TestEngine, _ elsewhere: Elsewhere) async throws {
        let scene = try await scene(on: engine)
        try await elsewhere.perform(scene)
        #expect(try await scene.perform("close").status == .seeOther)
        #expect(try await scene.found()?.outcome == (elsewhere == .nothing ? .approved : .acted))
    }

    @Test("Without a revision, staff cannot act in a colleague's case", arguments: TestEngine.available)
    func requireRevision(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        #expect(try await scene.perform("take").status == .seeOther)
        #expect(try await scene.perform("close", by: scene.other).status == .conflict)
        #expect(try await scene.found()?.state == .taken)
        let rev = try #require(try await scene.found()?.rev)
        #expect(try await scene.perform("close", ["rev": "\(rev)"], by: scene.other).status == .seeOther)
    }

    @Test("The second of two actions is refused, shows the first and keeps the words", arguments: TestEngine.available)
    func refuseStale(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        let json = try await scene.other.json(scene.path)
        let report = try #require(json["report"] as? [String: Any])
        let rev = try #require(report["rev"] as? Int)
        let fields = ["rev": "\(rev)", "seen": "0", "reason": "abuse", "note": "words that were typed"]
        let first = try await scene.perform("hide", fields)
        #expect(first.status == .seeOther && first.location == scene.path)
        let late = try await scene.perform("warn", fields, by: scene.other)
        #expect(late.status == .conflict)
        #expect(late.text.contains("words that were typed") && late.text.contains("정운영"))
        #expect(try late.html.has("[name=rev][value=\(rev + 1)]"))
        let asked = try await scene.perform("warn", fields, by: scene.other, TestBrowser.asProgram)
        #expect(asked.status == .conflict && asked.text.contains("stale"))
        #expect(asked.headers[.contentType]?.contains("problem+json") == true)
        let sanctions = try await scene.site.app.database.read { try $0.sanctions(of: scene.author) }
        #expect(sanctions.map(\.kind) == [.hiddenReview])
        // Having read it, they do it knowingly.
        let again = try await scene.perform("warn", ["rev": "\(rev + 1)", "reason": "abuse"], by: scene.other)
        #expect(again.status == .seeOther)
    }

    @Test("Every action is carried out and logged, and only closing ends the case", arguments: TestEngine.available)
    func performActions(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        let why = ["reason": "abuse", "note": "made up"]
        let actions = ["take", "release", "take", "hide", "restore", "warn", "no-posting", "suspend", "lift", "close"]
        for action in actions {
            #expect(try await scene.found()?.state != .closed, "\(action)")
            #expect(try await scene.perform(action, why).status == .seeOther, "\(action)")
        }
        #expect(try await scene.found()?.state == .closed)
        #expect(try await scene.found()?.outcome == .acted)
        let history = try #require(try await scene.one.json(scene.path)["history"] as? [[String: Any]])
        let entries = history.compactMap { $0["action"] as? String }
        #expect(
            Set(entries).isSuperset(of: ["take", "release", "hide", "restore", "warn", "suspend", "lift", "close"])
        )
        #expect(history.allSatisfy { $0["actor"] as? String == "정운영" })
        for action in ModerationRequest.Action.allCases {
            #expect(try await scene.perform(action.rawValue, why).status == .conflict, "\(action)")
        }
    }

    @Test("A dismissed case is closed and its reporters are answered", arguments: TestEngine.available)
    func dismissCase(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        try await scene.perform("hide", ["reason": "spam"])
        let refused = try await scene.perform("dismiss")
        #expect(try refused.status == .unprocessableContent && refused.html.has("#action-error"))
        try await scene.perform("restore")
        #expect(try await scene.perform("dismiss").status == .seeOther)
        #expect(try await scene.found()?.outcome == .approved)
        let reporter = scene.reporters[0]
        let wrong = try await scene.site.app.database.read { transaction in
            try transaction.first("SELECT wrong_count FROM reporter_records WHERE account_id = \(reporter)") {
                try $0.int(0)
            }
        }
        #expect(wrong == 1)
    }

    @Test("Errors are shown beside their fields and nothing typed is lost") func showErrors() async throws {
        let scene = try await scene()
        let errors: [(action: String, fields: [String: String], field: String)] = [
            ("", [:], "action"), ("explode", [:], "action"), ("hide", [:], "reason"),
            ("warn", ["reason": "nope"], "reason"),
            ("suspend", ["reason": "spam", "until": "2020-01-01"], "until"),
            ("suspend", ["reason": "spam", "until": "soon"], "until"),
            ("suspend", ["reason": "spam", "until": "2090-01-01"], "until"),
            ("suspend", ["reason": "spam", "until": "9999-12-31T00:00:00Z"], "until"),
            ("warn", ["reason": "spam", "note": String(repeating: "a", count: 1_001)], "note"),
        ]
        for (action, fields, field) in errors {
            let typed = fields.merging(["note": "words that were typed"]) { given, _ in given }
            let answer = try await scene.perform(action, typed)
            #expect(answer.status == .unprocessableContent, "\(action) \(field)")
            #expect(try answer.html.has("#\(field)-error"), "\(action) \(field)")
            #expect(answer.text.contains(typed["note"] ?? ""), "\(action) \(field)")
            let asked = try await scene.perform(action, typed, TestBrowser.asProgram)
            #expect(asked.status == .unprocessableContent && asked.text.contains("\"\(field)\""))
        }
        #expect(try await scene.found()?.rev == 1)
    }

    @Test("A length counts from today, and a date has priority over it") func readLength() async throws {
        let scene = try await scene()
        try await scene.perform("no-posting", ["reason": "spam", "length": "7", "until": ""])
        let day = SeoulTime(scene.site.now + 3_000 * 86_400).isoDay
        try await scene.perform("suspend", ["reason": "spam", "length": "30", "until": day])
        try await scene.perform("suspend", ["reason": "spam", "length": "none"])
        let ends = try await scene.site.app.database.read { try $0.sanctions(of: scene.author) }
            .sorted { $0.id < $1.id }.map(\.endsAt)
        let week = SeoulTime.end(ofDay: SeoulTime(scene.site.now + 7 * 86_400).isoDay)
        #expect(ends == [week, SeoulTime.end(ofDay: day), nil])
    }

    @Test("A note does not make the forms of other staff stale", arguments: TestEngine.available)
    func addNote(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        let answer = try await scene.one.post("\(scene.path)/notes", ["body": " made-up <b>note</b> "])
        #expect(answer.location == "\(scene.path)#notes")
        let page = try await scene.other.get(scene.path)
        #expect(page.text.contains("made-up &lt;b&gt;note&lt;/b&gt;"))
        #expect(try await scene.perform("take", ["rev": "1"], by: scene.other).status == .seeOther)
        for wrong in ["", "  ", String(repeating: "가", count: 1_001)] {
            let refused = try await scene.one.post("\(scene.path)/notes", ["body": wrong])
            #expect(try refused.status == .unprocessableContent && refused.html.has("#note-body-error"))
        }
        let history = try #require(try await scene.one.json(scene.path)["history"] as? [[String: Any]])
        #expect(history.compactMap { $0["action"] as? String } == ["take", "note"])
    }

    @Test("Nobody decides about themselves, and only admins decide about staff", arguments: TestEngine.available)
    func forbidOwnCase(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        let target = AuditEntry.Target.user(scene.staff)
        let own = try await scene.site.report(
            ReportFixture(target: target, account: scene.staff, reporters: [scene.author], at: scene.site.now)
        )
        let path = "/admin/reports/\(own)"
        for action in ["take", "dismiss", "close", "warn"] {
            let answer = try await scene.one.post("\(path)/actions", ["action": action, "reason": "spam"])
            #expect(answer.status == .forbidden, "\(action)")
        }
        let page = try await scene.one.get(path)
        #expect(page.status == .ok && !page.text.contains("made-up detail") && !page.text.contains("손님1"))
        let colleague = try await scene.other.post("\(path)/actions", ["action": "warn", "reason": "spam"])
        #expect(colleague.status == .forbidden)
        #expect(try await scene.other.post("\(path)/actions", ["action": "dismiss"]).status == .seeOther)
    }

    @Test("Former staff lose their rights at once", arguments: TestEngine.available)
    func loseRights(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        #expect(try await scene.one.get(scene.path).status == .ok)
        try await scene.site.execute("UPDATE accounts SET role = 'member' WHERE id = \(scene.staff)")
        #expect(try await scene.one.get(scene.path).status == .forbidden)
        #expect(try await scene.one.get("/admin/reports").status == .forbidden)
        #expect(try await scene.perform("take").status == .forbidden)
        let several = try await scene.one.post("/admin/reports", ["id": "\(scene.caseID)", "action": "take"])
        #expect(several.status == .forbidden)
        #expect(try await scene.found()?.state == .open)
    }

    @Test("The JSON of a case holds the content as it was when reported", arguments: TestEngine.available)
    func showSnapshot(_ engine: TestEngine) async throws {
        let scene = try await scene(on: engine)
        let json = try await scene.one.json(scene.path)
        let snapshot = try #require(json["snapshot"] as? [String: Any])
        #expect(snapshot["body"] as? String == "made-up words that were reported")
        #expect((snapshot["photos"] as? [Any])?.isEmpty == true)
        #expect((json["history"] as? [Any])?.isEmpty == true)
        #expect((json["reports"] as? [[String: Any]])?.first?["detail"] as? String == "made-up detail")
        #expect(json["difference"] is NSNull)
        try await scene.site.execute("UPDATE reviews SET body = 'other words' WHERE id = \(scene.review)")
        #expect(try await scene.one.json(scene.path)["difference"] is String)
        for path in ["/admin/reports/1", "/admin/reports/x", "/admin/reports/9223372036854775807"] {
            #expect(try await scene.one.get(path).status == .notFound)
            #expect(try await scene.one.post("\(path)/actions", ["action": "take"]).status == .notFound)
        }
    }
}
