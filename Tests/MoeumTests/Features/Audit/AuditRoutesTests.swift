import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// The log as staff read and use it.
struct AuditRoutesTests {
    private struct Scene: Sendable {
        let site: TestSite
        let moderator: TestBrowser
        let admin: TestBrowser
        let moderatorID: Account.ID
        let adminID: Account.ID

        func audit(_ actor: AuditEntry.Actor, at time: Date? = nil, _ note: String = "") -> AuditContext {
            AuditContext(
                actor: actor,
                reason: .spam,
                note: note,
                at: time ?? site.now,
                emailRenderer: site.app.emailRenderer
            )
        }

        @discardableResult
        func log(
            _ action: AuditEntry.Action,
            _ target: AuditEntry.Target,
            of person: Account.ID? = nil,
            by actor: AuditEntry.Actor,
            at time: Date? = nil,
            _ note: String = ""
        ) async throws -> AuditEntry.ID {
            let audit = audit(actor, at: time, note)
            return try await site.app.database.write { try $0.recordEvent(action, on: target, of: person, audit) }
        }

        func entries(_ query: String = "", by browser: TestBrowser? = nil) async throws -> [[String: Any]] {
            try #require(try await (browser ?? admin).json("/admin/audit\(query)")["entries"] as? [[String: Any]])
        }

        func ids(_ query: String) async throws -> [AuditEntry.ID] {
            try await entries(query).compactMap { ($0["id"] as? Int).map(Int64.init) }
        }
    }

    private func withScene(_ engine: TestEngine = .sqlite, _ body: @escaping @Sendable (Scene) async throws -> Void)
        async throws
    {
        try await TestSite.withSample(on: engine) { site in
            try await site.withBrowsers { open in
                let (moderator, admin) = (open(), open())
                let first = try await site.logIn(moderator, nickname: "다솜", role: .moderator, hasTwoFactor: true)
                let second = try await site.logIn(admin, nickname: "한결", role: .admin, hasTwoFactor: true)
                try await body(
                    Scene(site: site, moderator: moderator, admin: admin, moderatorID: first, adminID: second)
                )
            }
        }
    }

    // MARK: Reading

    @Test(arguments: TestEngine.available) func eachFilterLeavesWhatItNames(_ engine: TestEngine) async throws {
        try await withScene(engine) { scene in
            let length: TimeInterval = 86_400
            let person = try #require(try await scene.site.people(1).first)
            let hide = try await scene.log(
                .hide,
                AuditEntry.Target(.review, 12),
                of: person,
                by: .staff(scene.moderatorID),
                at: scene.site.now - 3 * length
            )
            let warn = try await scene.log(
                .warn,
                AuditEntry.Target(.user, person),
                of: person,
                by: .staff(scene.adminID),
                at: scene.site.now - 2 * length
            )
            let hold = try await scene.log(
                .hold,
                AuditEntry.Target(.review, 13),
                by: .site,
                at: scene.site.now - length
            )
            let role = try await scene.log(.giveRole, AuditEntry.Target(.role, "x"), by: .command)
            func day(_ ago: Double) -> String { SeoulTime(scene.site.now - ago * length).isoDay }
            let expected: [(String, [AuditEntry.ID])] = [
                ("", [role, hold, warn, hide]), ("?actor=\(scene.moderatorID)", [hide]), ("?actor=site", [hold]),
                ("?actor=command", [role]), ("?target=review:12", [hide]), ("?target=review", [hold, hide]),
                ("?target=user:\(person)", [warn, hide]), ("?action=warn", [warn]), ("?from=\(day(1))", [role, hold]),
                ("?to=\(day(2))", [warn, hide]), ("?from=\(day(2))&to=\(day(1))", [hold, warn]),
                ("?action=hide&actor=\(scene.adminID)", []),
                ("?target=user:\(person)&actor=\(scene.moderatorID)", [hide]),
                ("?target=review&actor=site", [hold]),
                ("?actor=\(scene.moderatorID)&action=hide&target=review", [hide]),
                // What cannot be read asks for nothing.
                ("?actor=nobody&target=::&action=dance&from=soon", [role, hold, warn, hide]),
            ]
            for (query, ids) in expected { #expect(try await scene.ids(query) == ids, "\(query)") }
            let page = try await scene.admin.get("/admin/audit?actor=\(scene.moderatorID)&target=review:12&lang=ko")
                .text
            #expect(page.contains("value=\"review:12\"") && page.contains("다솜") && page.contains("손님1"))
        }
    }

    @Test(arguments: TestEngine.available) func goesOnByKeyAndMissesNothing(_ engine: TestEngine) async throws {
        try await withScene(engine) { scene in
            let person = try #require(try await scene.site.people(1).first)
            var made: [AuditEntry.ID] = []
            for number in 0..<(2 * AuditRoutes.screen + 7) {
                // Several at the same moment, and of a person what was done to them and to theirs.
                let target =
                    number.isMultiple(of: 3)
                    ? AuditEntry.Target(.user, person) : AuditEntry.Target(.review, Int64(number))
                made.append(
                    try await scene.log(
                        .note,
                        target,
                        of: person,
                        by: .site,
                        at: scene.site.now - Double(number / 5)
                    )
                )
            }
            for query in ["?actor=site", "?target=user:\(person)"] {
                var (seen, next): ([AuditEntry.ID], String?) = ([], query)
                while let query = next {
                    let json = try await scene.admin.json("/admin/audit\(query)")
                    seen += (json["entries"] as? [[String: Any]] ?? []).compactMap {
                        ($0["id"] as? Int).map(Int64.init)
                    }
                    next = (json["next"] as? String).map { String($0.dropFirst("/admin/audit".count)) }
                    #expect(seen.count <= made.count)
                }
                #expect(seen.count == made.count && Set(seen) == Set(made), "\(query)")
            }
        }
    }

    @Test func aNarrowSearchEndsAndSaysWhereItGoesOn() async throws {
        try await withScene { scene in
            let wanted = try await scene.log(.note, AuditEntry.Target(.photo, 1), by: .site, at: scene.site.now - 9_000)
            let audit = scene.audit(.site)
            try await scene.site.app.database.write { transaction in
                for number in 0..<12 {
                    try transaction.recordEvent(.note, on: AuditEntry.Target(.review, Int64(number)), audit)
                }
                var query = AuditQuery(Form(items: [("actor", "site"), ("action", "note"), ("target", "photo")]))
                let first = try transaction.auditList(query, limit: 5, looks: 10)
                #expect(first.auditEntries.isEmpty && first.isCutShort)
                query.after = first.next
                let second = try transaction.auditList(query, limit: 5, looks: 10)
                #expect(second.auditEntries.map(\.id) == [wanted] && second.next == nil && !second.isCutShort)
            }
        }
    }

    @Test(arguments: TestEngine.available) func aFileHoldsNoFormulas(_ engine: TestEngine) async throws {
        try await withScene(engine) { scene in
            try await scene.log(
                .note,
                AuditEntry.Target(.review, 1),
                by: .staff(scene.moderatorID),
                "=HYPERLINK(\"x\")"
            )
            try await scene.log(.note, AuditEntry.Target(.word, "+1"), by: .site)
            let file = try await scene.moderator.get("/admin/audit?format=csv&target=review:1")
            #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(file.headers[.cacheControl] == "private, no-store")
            let lines = file.text.split(separator: "\r\n")
            #expect(lines.count == 2 && lines[1].contains("\"'=HYPERLINK(\"\"x\"\")\""))
            #expect(try await scene.site.get("/admin/audit?format=csv").status != .ok)
        }
    }

    @Test(arguments: TestEngine.available) func thingsAreNamedAndWhatIsNotUnderstoodIsSaid(_ engine: TestEngine)
        async throws
    {
        try await withScene(engine) { scene in
            let (place, _, review) = try await scene.site.reviewed()
            let audit = scene.audit(.staff(scene.moderatorID))
            let name = try #require(try await scene.site.app.database.read { try $0.place(place)?.name })
            try await scene.site.app.database.write { transaction in
                try transaction.recordChange(.hide, on: AuditEntry.Target(.review, review), .reviewVisibility, audit) {
                    _ in
                    Visibility.state(hiddenAt: audit.at)
                }
            }
            let page = try await scene.admin.get("/admin/audit?target=review:\(review)&lang=ko").text
            #expect(page.contains("리뷰 \(name) ‘국물이 맑고") && !page.contains("id=\"target-problem\""))
            #expect(
                try await scene.admin.get("/admin/audit?target=dance&lang=ko").text.contains("id=\"target-problem\"")
            )
            #expect(try await scene.ids("?target=/admin/reviews/\(review)") == scene.ids("?target=review:\(review)"))
            let file = try await scene.admin.get("/admin/audit?format=csv&target=review:\(review)").text
            let moment = SeoulTime(Date(milliseconds: audit.at.milliseconds)).rfc3339
            #expect(file.contains("actor_name") && file.contains("다솜") && file.contains("hiddenAt\"\":\"\"\(moment)"))
        }
    }

    @Test func aNewSanctionHadNoEndBefore() async throws {
        try await withScene { scene in
            let person = try #require(try await scene.site.people(1).first)
            var audit = scene.audit(.staff(scene.adminID))
            audit.until = scene.site.now + 86_400
            try await scene.site.app.database.write { [audit] in try $0.imposeSanction(.noPosting, on: person, audit) }
            let changes = try #require(try await scene.entries().first?["changes"] as? [[String: Any]])
            let until = try #require(changes.first { $0["name"] as? String == "until" })
            #expect(until["before"] as? String == "없음")
        }
    }

    // MARK: Taking back

    @Test(arguments: TestEngine.available) func needsAReasonAndTheRight(_ engine: TestEngine) async throws {
        try await withScene(engine) { scene in
            let person = try #require(try await scene.site.people(1).first)
            let (audit, moderator) = (scene.audit(.staff(scene.adminID)), scene.moderatorID)
            let (setting, own, member) = try await scene.site.app.database.write { transaction in
                let setting = AuditEntry.Target(.setting, SiteSettings.Name.hideWeight.rawValue)
                let changed = try transaction.recordChange(.changeSetting, on: setting, .setting, audit) { _ in
                    ["value": "500"]
                }
                try transaction.imposeSanction(.warning, on: moderator, audit)
                let own = try transaction.latestAuditEntry(on: AuditEntry.Target(.user, moderator))
                try transaction.imposeSanction(.warning, on: person, audit)
                return (changed ?? 0, own, try transaction.latestAuditEntry(on: AuditEntry.Target(.user, person)))
            }
            func undo(_ id: AuditEntry.ID, _ browser: TestBrowser, _ reason: String = "made up") async throws
                -> TestResponse
            {
                try await browser.post(
                    "/admin/audit/\(id)/undo",
                    ["reason": reason, "next": "/admin/audit?action=warn"]
                )
            }
            // Settings are the admins', and nobody judges what concerns themselves.
            #expect(try await undo(setting, scene.moderator).status == .forbidden)
            #expect(try await undo(own, scene.moderator).status == .forbidden)
            #expect(try await undo(4, scene.admin).status == .notFound)
            let entries = try await scene.entries(by: scene.moderator)
            #expect(entries.map { $0["undoable"] as? Bool } == [true, false, false])
            for reason in ["", "  ", String(repeating: "가", count: 1_001)] {
                let answer = try await undo(member, scene.moderator, reason)
                #expect(answer.status == .unprocessableContent && answer.text.contains("role=\"alert\""))
                #expect(answer.text.contains("value=\"\(reason)\""))
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
    }

    @Test(arguments: TestEngine.available) func whatSomebodyElseChangedSinceStays(_ engine: TestEngine) async throws {
        try await withScene(engine) { scene in
            let audit = scene.audit(.staff(scene.adminID))
            let first = try await scene.site.app.database.write { transaction in
                let target = AuditEntry.Target(.setting, SiteSettings.Name.hideWeight.rawValue)
                let first = try transaction.recordChange(.changeSetting, on: target, .setting, audit) { _ in
                    ["value": "500"]
                }
                try transaction.recordChange(.changeSetting, on: target, .setting, audit) { _ in ["value": "700"] }
                return first ?? 0
            }
            let answer = try await scene.admin.post("/admin/audit/\(first)/undo", ["reason": "made up"])
            #expect(answer.status == .conflict)
            #expect(answer.text.contains(scene.site.app.views.text("error.cannot-undo.title", [:], .korean)))
            #expect(try await scene.site.app.database.read { try $0.siteSettings() }[.hideWeight] == 700)
        }
    }

    @Test(arguments: TestEngine.available) func keywordsAreLoggedAndPutBack(_ engine: TestEngine) async throws {
        try await withScene(engine) { scene in
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
}
