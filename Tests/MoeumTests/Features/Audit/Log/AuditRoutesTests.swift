import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// The log as staff read it.
@Suite(.cleanup)
struct AuditRoutesTests {
    @Test("Each filter leaves the entries that it names", arguments: TestEngine.available)
    func filterLog(_ engine: TestEngine) async throws {
        let scene = try await AuditScene(on: engine)
        let length: TimeInterval = 86_400
        let person = try #require(try await scene.site.people(1).first)
        let hide = try await scene.log(
            .hide,
            AuditEntry.Target.review(12),
            of: person,
            by: .staff(scene.moderatorID),
            at: scene.site.now - 3 * length
        )
        let warn = try await scene.log(
            .warn,
            AuditEntry.Target.user(person),
            of: person,
            by: .staff(scene.adminID),
            at: scene.site.now - 2 * length
        )
        let hold = try await scene.log(
            .hold,
            AuditEntry.Target.review(13),
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
        #expect(
            try page.html.has("input[name=target][value=review:12]") && page.text.contains("다솜")
                && page.text.contains("손님1")
        )
    }

    @Test("Pages continue by key and miss no entry", arguments: TestEngine.available)
    func pageByKey(_ engine: TestEngine) async throws {
        let scene = try await AuditScene(on: engine)
        let person = try #require(try await scene.site.people(1).first)
        var made: [AuditEntry.ID] = []
        for number in 0..<(2 * AuditRoutes.pageSize + 7) {
            // Several at the same moment, and of a person what was done to them and to theirs.
            let target =
                number.isMultiple(of: 3)
                ? AuditEntry.Target.user(person) : AuditEntry.Target.review(Identifier(rawValue: Int64(number)))
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
                    $0.id() as AuditEntry.ID?
                }
                next = (json["next"] as? String).map { String($0.dropFirst("/admin/audit".count)) }
                #expect(seen.count <= made.count)
            }
            #expect(seen.count == made.count && Set(seen) == Set(made), "\(query)")
        }
    }

    @Test("A narrow search stops at its limit and says where it continues") func stopNarrowSearch() async throws {
        let scene = try await AuditScene()
        let wanted = try await scene.log(.note, AuditEntry.Target.photo(1), by: .site, at: scene.site.now - 9_000)
        let audit = scene.audit(.site)
        try await scene.site.app.database.write { transaction in
            for number in 0..<12 {
                try transaction.recordEvent(
                    .note,
                    on: AuditEntry.Target.review(Identifier(rawValue: Int64(number))),
                    audit
                )
            }
            var query = AuditQuery(Form(items: [("actor", "site"), ("action", "note"), ("target", "photo")]))
            let first = try transaction.auditList(query, limit: 5, maxRead: 10)
            #expect(first.auditEntries.isEmpty && first.isCutShort)
            query.after = first.next
            let second = try transaction.auditList(query, limit: 5, maxRead: 10)
            #expect(second.auditEntries.map(\.id) == [wanted] && second.next == nil && !second.isCutShort)
        }
    }

    @Test("The log as a file holds no formulas", arguments: TestEngine.available)
    func exportFile(_ engine: TestEngine) async throws {
        let scene = try await AuditScene(on: engine)
        try await scene.log(
            .note,
            AuditEntry.Target.review(1),
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

    @Test("Targets have names, and a target that cannot be read is reported", arguments: TestEngine.available)
    func nameTargets(_ engine: TestEngine) async throws {
        let scene = try await AuditScene(on: engine)
        let (place, _, review) = try await scene.site.reviewed()
        let audit = scene.audit(.staff(scene.moderatorID))
        let name = try #require(try await scene.site.app.database.read { try $0.place(place)?.name })
        try await scene.site.app.database.write { transaction in
            try transaction.recordChange(.hide, on: AuditEntry.Target.review(review), .reviewVisibility, audit) {
                _ in
                VisibilityState(hiddenAt: audit.at)
            }
        }
        let page = try await scene.admin.get("/admin/audit?target=review:\(review)&lang=ko")
        #expect(try page.text.contains("리뷰 \(name) ‘국물이 맑고") && !page.html.has("#target-problem"))
        #expect(
            try await scene.admin.get("/admin/audit?target=dance&lang=ko").html.has("#target-problem")
        )
        #expect(try await scene.ids("?target=/admin/reviews/\(review)") == scene.ids("?target=review:\(review)"))
        let file = try await scene.admin.get("/admin/audit?format=csv&target=review:\(review)").text
        let moment = SeoulTime(Date(milliseconds: audit.at.milliseconds)).rfc3339
        #expect(file.contains("actor_name") && file.contains("다솜") && file.contains("hiddenAt\"\":\"\"\(moment)"))
    }

    @Test("A new sanction shows that there was no end before") func showNewSanction() async throws {
        let scene = try await AuditScene()
        let person = try #require(try await scene.site.people(1).first)
        var audit = scene.audit(.staff(scene.adminID))
        audit.until = scene.site.now + 86_400
        try await scene.site.app.database.write { [audit] in try $0.imposeSanction(.noPosting, on: person, audit) }
        let changes = try #require(try await scene.entries().first?["changes"] as? [[String: Any]])
        let until = try #require(changes.first { $0["name"] as? String == "until" })
        #expect(until["before"] as? String == "없음")
    }
}
