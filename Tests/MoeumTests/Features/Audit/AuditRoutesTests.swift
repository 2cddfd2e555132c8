import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// The log as staff read and use it.
struct AuditRoutesTests {
    private struct Desk: Sendable {
        let site: TestSite
        let moderator: TestBrowser
        let admin: TestBrowser
        let moderatorID: Account.ID
        let adminID: Account.ID

        func act(_ actor: Deed.Actor, at time: Date? = nil, _ note: String = "") -> Act {
            Act(actor: actor, reason: .spam, note: note, at: time ?? site.now, press: site.app.press)
        }

        @discardableResult
        func log(
            _ action: Deed.Action,
            _ target: Deed.Target,
            of person: Account.ID? = nil,
            by actor: Deed.Actor,
            at time: Date? = nil,
            _ note: String = ""
        ) async throws -> Deed.ID {
            let act = act(actor, at: time, note)
            return try await site.app.database.write { try $0.log(action, on: target, of: person, act) }
        }

        func entries(_ query: String = "", by browser: TestBrowser? = nil) async throws -> [[String: Any]] {
            try #require(try await (browser ?? admin).twin("/admin/audit\(query)")["entries"] as? [[String: Any]])
        }

        func ids(_ query: String) async throws -> [Deed.ID] {
            try await entries(query).compactMap { ($0["id"] as? Int).map(Int64.init) }
        }
    }

    private func withDesk(_ engine: TestEngine = .sqlite, _ body: @escaping @Sendable (Desk) async throws -> Void)
        async throws
    {
        try await TestSite.withSample(on: engine) { site in
            try await site.withBrowsers { open in
                let (moderator, admin) = (open(), open())
                let first = try await site.logIn(moderator, nickname: "다솜", role: .moderator, hasTwoFactor: true)
                let second = try await site.logIn(admin, nickname: "한결", role: .admin, hasTwoFactor: true)
                try await body(
                    Desk(site: site, moderator: moderator, admin: admin, moderatorID: first, adminID: second)
                )
            }
        }
    }

    // MARK: Reading

    @Test(arguments: TestEngine.available) func eachFilterLeavesWhatItNames(_ engine: TestEngine) async throws {
        try await withDesk(engine) { desk in
            let length: TimeInterval = 86_400
            let person = try #require(try await desk.site.people(1).first)
            let hide = try await desk.log(
                .hide,
                Deed.Target(.review, 12),
                of: person,
                by: .staff(desk.moderatorID),
                at: desk.site.now - 3 * length
            )
            let warn = try await desk.log(
                .warn,
                Deed.Target(.user, person),
                of: person,
                by: .staff(desk.adminID),
                at: desk.site.now - 2 * length
            )
            let hold = try await desk.log(.hold, Deed.Target(.review, 13), by: .site, at: desk.site.now - length)
            let role = try await desk.log(.giveRole, Deed.Target(.role, "x"), by: .command)
            func day(_ ago: Double) -> String { SeoulTime(desk.site.now - ago * length).isoDay }
            let expected: [(String, [Deed.ID])] = [
                ("", [role, hold, warn, hide]), ("?actor=\(desk.moderatorID)", [hide]), ("?actor=site", [hold]),
                ("?actor=command", [role]), ("?target=review:12", [hide]), ("?target=review", [hold, hide]),
                ("?target=user:\(person)", [warn, hide]), ("?action=warn", [warn]), ("?from=\(day(1))", [role, hold]),
                ("?to=\(day(2))", [warn, hide]), ("?from=\(day(2))&to=\(day(1))", [hold, warn]),
                ("?action=hide&actor=\(desk.adminID)", []),
                ("?target=user:\(person)&actor=\(desk.moderatorID)", [hide]),
                ("?target=review&actor=site", [hold]), ("?actor=\(desk.moderatorID)&action=hide&target=review", [hide]),
                // What cannot be read asks for nothing.
                ("?actor=nobody&target=::&action=dance&from=soon", [role, hold, warn, hide]),
            ]
            for (query, ids) in expected { #expect(try await desk.ids(query) == ids, "\(query)") }
            let page = try await desk.admin.get("/admin/audit?actor=\(desk.moderatorID)&target=review:12&lang=ko").text
            #expect(page.contains("value=\"review:12\"") && page.contains("다솜") && page.contains("손님1"))
        }
    }

    @Test(arguments: TestEngine.available) func goesOnByKeyAndMissesNothing(_ engine: TestEngine) async throws {
        try await withDesk(engine) { desk in
            let person = try #require(try await desk.site.people(1).first)
            var made: [Deed.ID] = []
            for number in 0..<(2 * AuditRoutes.screen + 7) {
                // Several at the same moment, and of a person what was done to them and to theirs.
                let target = number.isMultiple(of: 3) ? Deed.Target(.user, person) : Deed.Target(.review, Int64(number))
                made.append(
                    try await desk.log(
                        .note,
                        target,
                        of: person,
                        by: .site,
                        at: desk.site.now - Double(number / 5)
                    )
                )
            }
            for query in ["?actor=site", "?target=user:\(person)"] {
                var (seen, next): ([Deed.ID], String?) = ([], query)
                while let query = next {
                    let twin = try await desk.admin.twin("/admin/audit\(query)")
                    seen += (twin["entries"] as? [[String: Any]] ?? []).compactMap {
                        ($0["id"] as? Int).map(Int64.init)
                    }
                    next = (twin["next"] as? String).map { String($0.dropFirst("/admin/audit".count)) }
                    #expect(seen.count <= made.count)
                }
                #expect(seen.count == made.count && Set(seen) == Set(made), "\(query)")
            }
        }
    }

    @Test func aNarrowSearchEndsAndSaysWhereItGoesOn() async throws {
        try await withDesk { desk in
            let wanted = try await desk.log(.note, Deed.Target(.photo, 1), by: .site, at: desk.site.now - 9_000)
            let act = desk.act(.site)
            try await desk.site.app.database.write { transaction in
                for number in 0..<12 { try transaction.log(.note, on: Deed.Target(.review, Int64(number)), act) }
                var query = AuditQuery(Form(items: [("actor", "site"), ("action", "note"), ("target", "photo")]))
                let first = try transaction.auditList(query, limit: 5, looks: 10)
                #expect(first.deeds.isEmpty && first.isCutShort)
                query.after = first.next
                let second = try transaction.auditList(query, limit: 5, looks: 10)
                #expect(second.deeds.map(\.id) == [wanted] && second.next == nil && !second.isCutShort)
            }
        }
    }

    @Test(arguments: TestEngine.available) func aFileHoldsNoFormulas(_ engine: TestEngine) async throws {
        try await withDesk(engine) { desk in
            try await desk.log(.note, Deed.Target(.review, 1), by: .staff(desk.moderatorID), "=HYPERLINK(\"x\")")
            try await desk.log(.note, Deed.Target(.word, "+1"), by: .site)
            let file = try await desk.moderator.get("/admin/audit?format=csv&target=review:1")
            #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(file.headers[.cacheControl] == "private, no-store")
            let lines = file.text.split(separator: "\r\n")
            #expect(lines.count == 2 && lines[1].contains("\"'=HYPERLINK(\"\"x\"\")\""))
            #expect(try await desk.site.get("/admin/audit?format=csv").status != .ok)
        }
    }

    @Test(arguments: TestEngine.available) func thingsAreNamedAndWhatIsNotUnderstoodIsSaid(_ engine: TestEngine)
        async throws
    {
        try await withDesk(engine) { desk in
            let (place, _, review) = try await desk.site.reviewed()
            let act = desk.act(.staff(desk.moderatorID))
            let name = try #require(try await desk.site.app.database.read { try $0.place(place)?.name })
            try await desk.site.app.database.write { transaction in
                try transaction.perform(.hide, on: Deed.Target(.review, review), .reviewSight, act) { _ in
                    Sight.state(hiddenAt: act.at)
                }
            }
            let page = try await desk.admin.get("/admin/audit?target=review:\(review)&lang=ko").text
            #expect(page.contains("리뷰 \(name) ‘국물이 맑고") && !page.contains("id=\"target-problem\""))
            #expect(
                try await desk.admin.get("/admin/audit?target=dance&lang=ko").text.contains("id=\"target-problem\"")
            )
            #expect(try await desk.ids("?target=/admin/reviews/\(review)") == desk.ids("?target=review:\(review)"))
            let file = try await desk.admin.get("/admin/audit?format=csv&target=review:\(review)").text
            let moment = SeoulTime(Date(milliseconds: act.at.milliseconds)).rfc3339
            #expect(file.contains("actor_name") && file.contains("다솜") && file.contains("hiddenAt\"\":\"\"\(moment)"))
        }
    }

    @Test func aNewSanctionHadNoEndBefore() async throws {
        try await withDesk { desk in
            let person = try #require(try await desk.site.people(1).first)
            var act = desk.act(.staff(desk.adminID))
            act.until = desk.site.now + 86_400
            try await desk.site.app.database.write { [act] in try $0.impose(.noPosting, on: person, act) }
            let changes = try #require(try await desk.entries().first?["changes"] as? [[String: Any]])
            let until = try #require(changes.first { $0["name"] as? String == "until" })
            #expect(until["before"] as? String == "없음")
        }
    }

    // MARK: Taking back

    @Test(arguments: TestEngine.available) func needsAReasonAndTheRight(_ engine: TestEngine) async throws {
        try await withDesk(engine) { desk in
            let person = try #require(try await desk.site.people(1).first)
            let (act, moderator) = (desk.act(.staff(desk.adminID)), desk.moderatorID)
            let (setting, own, member) = try await desk.site.app.database.write { transaction in
                let setting = Deed.Target(.setting, SiteSettings.Name.hideWeight.rawValue)
                let changed = try transaction.perform(.changeSetting, on: setting, .setting, act) { _ in
                    ["value": "500"]
                }
                try transaction.impose(.warning, on: moderator, act)
                let own = try transaction.latestDeed(on: Deed.Target(.user, moderator))
                try transaction.impose(.warning, on: person, act)
                return (changed ?? 0, own, try transaction.latestDeed(on: Deed.Target(.user, person)))
            }
            func undo(_ id: Deed.ID, _ browser: TestBrowser, _ reason: String = "made up") async throws -> TestResponse
            {
                try await browser.post(
                    "/admin/audit/\(id)/undo",
                    ["reason": reason, "next": "/admin/audit?action=warn"]
                )
            }
            // Settings are the admins', and nobody judges what concerns themselves.
            #expect(try await undo(setting, desk.moderator).status == .forbidden)
            #expect(try await undo(own, desk.moderator).status == .forbidden)
            #expect(try await undo(4, desk.admin).status == .notFound)
            let entries = try await desk.entries(by: desk.moderator)
            #expect(entries.map { $0["undoable"] as? Bool } == [true, false, false])
            for reason in ["", "  ", String(repeating: "가", count: 1_001)] {
                let answer = try await undo(member, desk.moderator, reason)
                #expect(answer.status == .unprocessableContent && answer.text.contains("role=\"alert\""))
                #expect(answer.text.contains("value=\"\(reason)\""))
            }
            let refused = try await desk.moderator.post("/admin/audit/\(member)/undo", [:], TestBrowser.asProgram)
            #expect(refused.status == .unprocessableContent && refused.text.contains("\"reason\":\"required\""))
            let done = try await undo(member, desk.moderator)
            #expect(done.status == .seeOther && done.location == "/admin/audit?action=warn")
            #expect(try await undo(member, desk.moderator).status == .conflict)
            // The undoing can be undone, once.
            let last = try #require(try await desk.ids("").first)
            #expect(try await undo(last, desk.moderator).status == .seeOther)
            #expect(try await desk.site.app.database.read { try $0.sanctions(of: person) }.map(\.liftedAt) == [nil])
            #expect(try await undo(setting, desk.admin).status == .seeOther)
            #expect(try await desk.site.app.database.read { try $0.siteSettings() }[.hideWeight] == 300)
            // What undid an admin's deed is the admins' too.
            let back = try #require(try await desk.ids("").first)
            #expect(try await undo(back, desk.moderator).status == .forbidden)
        }
    }

    @Test(arguments: TestEngine.available) func whatSomebodyElseChangedSinceStays(_ engine: TestEngine) async throws {
        try await withDesk(engine) { desk in
            let act = desk.act(.staff(desk.adminID))
            let first = try await desk.site.app.database.write { transaction in
                let target = Deed.Target(.setting, SiteSettings.Name.hideWeight.rawValue)
                let first = try transaction.perform(.changeSetting, on: target, .setting, act) { _ in ["value": "500"] }
                try transaction.perform(.changeSetting, on: target, .setting, act) { _ in ["value": "700"] }
                return first ?? 0
            }
            let answer = try await desk.admin.post("/admin/audit/\(first)/undo", ["reason": "made up"])
            #expect(answer.status == .conflict)
            #expect(answer.text.contains(desk.site.app.views.text("error.cannot-undo.title", [:], .korean)))
            #expect(try await desk.site.app.database.read { try $0.siteSettings() }[.hideWeight] == 700)
        }
    }

    @Test(arguments: TestEngine.available) func keywordsAreLoggedAndPutBack(_ engine: TestEngine) async throws {
        try await withDesk(engine) { desk in
            func keywords() async throws -> [String] {
                try await desk.site.app.database.read { try $0.offeredKeywords(for: .bookshop) }.map {
                    "\($0.names.korean) \($0.names.english)"
                }
            }
            func undoLast() async throws -> HTTPResponse.Status {
                let id = try #require(try await desk.ids("?action=change-keyword").first)
                return try await desk.moderator.post("/admin/audit/\(id)/undo", ["reason": "made up"]).status
            }
            let before = try await keywords()
            let added = ["kind": "bookshop", "tone": "good", "name_ko": "고양이가 있어요", "name_en": "Has a cat"]
            try await desk.moderator.post("/admin/keywords", added)
            #expect(try await keywords().count == before.count + 1)
            let id = try #require(
                try await desk.site.app.database.read { try $0.allKeywords() }.first { $0.names.english == "Has a cat" }
            ).id
            let path = "/admin/keywords/\(id)"
            for (address, form) in [
                (path, ["rev": "1", "name_ko": "개가 있어요", "name_en": "Has a dog"]),
                ("\(path)/move", ["direction": "up"]), ("\(path)/retire", [:]),
            ] {
                let then = try await keywords()
                #expect(try await desk.moderator.post(address, form).status == .seeOther)
                #expect(try await keywords() != then, "\(address)")
                #expect(try await undoLast() == .seeOther)
                #expect(try await keywords() == then, "\(address)")
                // In its own turn: what was undone is not the last that stands any more.
                #expect(try await undoLast() == .conflict)
            }
            let first = try #require(try await desk.ids("?action=change-keyword").last)
            #expect(
                try await desk.moderator.post("/admin/audit/\(first)/undo", ["reason": "made up"]).status == .seeOther
            )
            #expect(try await keywords() == before)
        }
    }
}
