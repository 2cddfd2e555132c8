import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Changes that staff revert by the log.
@Suite(.cleanup)
struct AuditRevertTests {
    @Test("Undoing needs a reason and the right to undo", arguments: TestEngine.available)
    func requireReason(_ engine: TestEngine) async throws {
        let scene = try await AuditScene(on: engine)
        let person = try #require(try await scene.site.people(1).first)
        let (audit, moderator) = (scene.audit(.staff(scene.adminID)), scene.moderatorID)
        let (setting, own, member) = try await scene.site.app.database.write { transaction in
            let setting = AuditEntry.Target(.setting, SiteSettings.Name.hideWeight.rawValue)
            let changed = try transaction.recordChange(.changeSetting, on: setting, .setting, audit) { _ in
                SettingState(value: 500)
            }
            try transaction.imposeSanction(.warning, on: moderator, audit)
            let own = try transaction.latestAuditEntry(on: AuditEntry.Target.user(moderator))
            try transaction.imposeSanction(.warning, on: person, audit)
            return (changed ?? 0, own, try transaction.latestAuditEntry(on: AuditEntry.Target.user(person)))
        }
        func undo(_ id: AuditEntry.ID, _ browser: TestBrowser, _ reason: String = "made up") async throws
            -> TestResponse
        {
            try await browser.post("/admin/audit/\(id)/undo", ["reason": reason, "next": "/admin/audit?action=warn"])
        }
        // Settings are the admins', and nobody judges what concerns themselves.
        #expect(try await undo(setting, scene.moderator).status == .forbidden)
        #expect(try await undo(own, scene.moderator).status == .forbidden)
        #expect(try await undo(4, scene.admin).status == .notFound)
        let entries = try await scene.entries(by: scene.moderator)
        #expect(entries.map { $0["undoable"] as? Bool } == [true, false, false])
        for reason in ["", "  ", String(repeating: "가", count: 1_001)] {
            let answer = try await undo(member, scene.moderator, reason)
            #expect(try answer.status == .unprocessableContent && answer.html.has("[role=alert]"))
            #expect(try answer.html.has("input[name=reason][value=\(reason)]"))
        }
        let refused = try await scene.moderator.post("/admin/audit/\(member)/undo", [:], TestBrowser.asProgram)
        #expect(refused.status == .unprocessableContent && refused.text.contains("\"reason\":\"required\""))
        let done = try await undo(member, scene.moderator)
        #expect(done.status == .seeOther && done.location == "/admin/audit?action=warn")
        #expect(try await undo(member, scene.moderator).status == .conflict)
        // The undoing can be undone, once.
        let last = try #require(try await scene.ids("").first)
        #expect(try await undo(last, scene.moderator).status == .seeOther)
        #expect(try await scene.site.app.database.read { try $0.sanctions(of: person) }.map(\.liftedAt) == [nil])
        #expect(try await undo(setting, scene.admin).status == .seeOther)
        #expect(try await scene.site.app.database.read { try $0.siteSettings() }[.hideWeight] == 300)
        // What undid an admin's audit entry is the admins' too.
        let back = try #require(try await scene.ids("").first)
        #expect(try await undo(back, scene.moderator).status == .forbidden)
    }

    @Test("An entry whose state has changed since cannot be undone", arguments: TestEngine.available)
    func refuseChanged(_ engine: TestEngine) async throws {
        let scene = try await AuditScene(on: engine)
        let audit = scene.audit(.staff(scene.adminID))
        let first = try await scene.site.app.database.write { transaction in
            let target = AuditEntry.Target(.setting, SiteSettings.Name.hideWeight.rawValue)
            let first = try transaction.recordChange(.changeSetting, on: target, .setting, audit) { _ in
                SettingState(value: 500)
            }
            try transaction.recordChange(.changeSetting, on: target, .setting, audit) { _ in
                SettingState(value: 700)
            }
            return first ?? 0
        }
        let answer = try await scene.admin.post("/admin/audit/\(first)/undo", ["reason": "made up"])
        #expect(answer.status == .conflict)
        #expect(answer.text.contains(scene.site.app.views.text("error.cannot-undo.title", [:], .korean)))
        #expect(try await scene.site.app.database.read { try $0.siteSettings() }[.hideWeight] == 700)
    }

    @Test("Changes of keywords are logged and can be undone", arguments: TestEngine.available)
    func revertKeywords(_ engine: TestEngine) async throws {
        let scene = try await AuditScene(on: engine)
        func keywords() async throws -> [String] {
            try await scene.site.app.database.read { try $0.offeredKeywords(for: .bookshop) }.map {
                "\($0.names.korean) \($0.names.english)"
            }
        }
        func undoLast() async throws -> HTTPResponse.Status {
            let id = try #require(try await scene.ids("?action=change-keyword").first)
            return try await scene.moderator.post("/admin/audit/\(id)/undo", ["reason": "made up"]).status
        }
        let before = try await keywords()
        let added = ["kind": "bookshop", "tone": "good", "name_ko": "고양이가 있어요", "name_en": "Has a cat"]
        try await scene.moderator.post("/admin/keywords", added)
        #expect(try await keywords().count == before.count + 1)
        let id = try #require(
            try await scene.site.app.database.read { try $0.allKeywords() }.first {
                $0.names.english == "Has a cat"
            }
        ).id
        let path = "/admin/keywords/\(id)"
        for (address, form) in [
            (path, ["rev": "1", "name_ko": "개가 있어요", "name_en": "Has a dog"]),
            ("\(path)/move", ["direction": "up"]), ("\(path)/retire", [:]),
        ] {
            let then = try await keywords()
            #expect(try await scene.moderator.post(address, form).status == .seeOther)
            #expect(try await keywords() != then, "\(address)")
            #expect(try await undoLast() == .seeOther)
            #expect(try await keywords() == then, "\(address)")
            // In its own turn: what was undone is not the last that stands any more.
            #expect(try await undoLast() == .conflict)
        }
        let first = try #require(try await scene.ids("?action=change-keyword").last)
        #expect(
            try await scene.moderator.post("/admin/audit/\(first)/undo", ["reason": "made up"]).status == .seeOther
        )
        #expect(try await keywords() == before)
    }
}
