import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// Registers that staff send from the page of imports.
@Suite(.cleanup)
struct RegisterUploadTests {
    @Test("A dry run shows what an import would change, and the import changes it", arguments: TestEngine.available)
    func tryAndTake(_ engine: TestEngine) async throws {
        let scene = try await RegisterUploadScene(on: engine)
        #expect(try await scene.card()["state"] as? String == "never")
        let answer = try await scene.send(RegisterUploadScene.licences(), ["dry_run": "1"])
        #expect(answer.status == .seeOther && answer.location == "/admin/imports")
        #expect(scene.files.count == 1)
        let waiting = try await scene.section()
        #expect((waiting["upload"] as? [String: Any])?["isInHand"] as? Bool == true)
        #expect(waiting["form"] is NSNull)
        let working = try await scene.admin.get("/admin/imports", [.fragment: "registers"]).html
        #expect(working.has("[data-working]") && !working.has("a[href=/admin/imports]"))
        try await scene.work()
        #expect(scene.files.isEmpty)
        // The state alone, so that what is open on the page stays open.
        let over = try await scene.admin.get("/admin/imports", [.fragment: "registers"]).html
        #expect(over.has("a[href=/admin/imports]") && !over.has("details") && !over.has("[data-working]"))
        let tried = try await scene.card()
        #expect(tried["isDryRun"] as? Bool == true && tried["takenAt"] is NSNull)
        #expect(try await scene.known(1).status == .listed)
        #expect(try await scene.known(2).operation == nil)
        let page = try await scene.admin.get("/admin/imports?lang=en")
        #expect(page.text.contains("That was a dry run: nothing was changed."))
        #expect(page.text.contains("What would change"))
        #expect(try page.html.has("[data-jobs=registers] p") && !page.html.has("[data-jobs=registers] details"))
        try await scene.send()
        try await scene.work()
        #expect(try await scene.known(1).status == .closed)
        #expect(try await scene.known(2).operation?.reference.asOf == "2026-11-20")
        try await look(at: try await scene.card(), scene)
    }

    /// At a register that was taken.
    private func look(at card: [String: Any], _ scene: RegisterUploadScene) async throws {
        #expect(card["state"] as? String == "part" && card["asOf"] as? String == "2026-11-20")
        #expect(card["isDryRun"] as? Bool == false && card["takenAsOf"] as? String == "2026-11-20")
        let counts = ["rows", "matched", "open", "closed", "refused"].map { card[$0] as? Int }
        #expect(counts == [11, 10, 9, 1, 1])
        let matches = try #require(card["matches"] as? [[String: Any]])
        #expect(matches.map { $0["rule"] as? String } == ["permit"] && matches.first?["number"] as? Int == 10)
        let refusals = try #require(card["refusals"] as? [[String: Any]])
        #expect(refusals.map { $0["line"] as? Int } == [12] && refusals.first?["reason"] as? String == "missing")
        #expect(refusals.first?["row"] as? String == RegisterUploadScene.permit(10))
        #expect(card["moreRefusals"] as? Int == 0)
        let changes = try #require(card["changes"] as? [[String: Any]])
        let id = try await scene.known(1).id
        let closing = try #require(
            changes.first { $0["href"] as? String == "/places/\(id)" && $0["fact"] as? String == "status" }
        )
        #expect(closing["before"] as? String == "listed" && closing["after"] as? String == "closed")
        #expect(closing["name"] as? String == "가게1호")
        let page = try await scene.admin.get("/admin/imports")
        #expect(try page.html.has("del", text: "목록에 있음") && page.html.has("ins", text: "폐업"))
        // The only file needs no name.
        #expect(refusals.first?["file"] is NSNull)
        let row = RegisterUploadScene.permit(10)
        #expect(
            try page.html.all("li").contains { $0.text.hasPrefix("12행 \(row)") } && !page.text.contains("upload 12행")
        )
    }

    @Test("More changes than the page shows are counted", arguments: TestEngine.available)
    func countChanges(_ engine: TestEngine) async throws {
        let scene = try await RegisterUploadScene(on: engine)
        try await scene.send()
        try await scene.work()
        let card = try await scene.card()
        // Of each place its state, the day of its licence and its phone; of the first one its closing too.
        let all = try await scene.site.count("SELECT COUNT(*) FROM register_changes")
        #expect(all >= 30)
        let run = try await scene.upload().id
        try await scene.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO register_changes (run_id, place_id, fact, value_before, value_after)
                SELECT \(run), id, 'state', NULL, 'open' FROM places WHERE source <> 'made-up' ORDER BY id LIMIT 60
                """
            )
        }
        #expect((card["changes"] as? [Any])?.count == min(50, all))
        let later = try await scene.card()
        #expect((later["changes"] as? [Any])?.count == 50)
        #expect(later["moreChanges"] as? Int == all + 10)
    }

    @Test("A register that looks wrong changes nothing, and the page says why", arguments: TestEngine.available)
    func holdBack(_ engine: TestEngine) async throws {
        let scene = try await RegisterUploadScene(on: engine)
        try await scene.send("<!DOCTYPE html><html><body>error</body></html>")
        try await scene.work()
        let page = try await scene.card()
        #expect(page["state"] as? String == "failed" && page["failure"] as? String == "html")
        #expect((page["failureFigures"] as? String)?.hasPrefix("the file is a web page") == true)
        // Few of the site's places are in it.
        try await scene.send(RegisterUploadScene.licences(1...1), ["allow_fewer": "0"])
        try await scene.work()
        let few = try await scene.card()
        #expect(few["failure"] as? String == "few-places")
        let figures = try #require(few["failureFigures"] as? String)
        #expect(figures.contains("fewer than 80 %"))
        #expect(try await scene.admin.get("/admin/imports?lang=en").text.contains("tick “Take fewer rows”"))
        #expect(try await scene.known(1).status == .listed)
        #expect(scene.files.isEmpty)
    }

    @Test("A district that is held back is named with the reason", arguments: TestEngine.available)
    func holdDistrictBack(_ engine: TestEngine) async throws {
        let scene = try await RegisterUploadScene(on: engine)
        try await scene.send()
        try await scene.work()
        let run = try await scene.upload().id
        try await scene.database.write { transaction in
            try transaction.execute(
                "UPDATE register_run_districts SET held = 'few-rows' WHERE run_id = \(run) AND district = 'gangnam'"
            )
        }
        let districts = try #require(try await scene.card()["districts"] as? [[String: Any]])
        #expect(districts.map { $0["slug"] as? String } == ["gangnam"])
        #expect(districts.first?["held"] as? String == "few-rows")
        let page = try await scene.admin.get("/admin/imports")
        let named = try #require(try page.html.all("li").first { $0.text.hasPrefix("강남구: 지난번보다 행이 크게 줄어") })
        #expect(named.has("b", text: "강남구"))
    }

    @Test("What staff send is in the log, with what it allowed", arguments: TestEngine.available)
    func audit(_ engine: TestEngine) async throws {
        let scene = try await RegisterUploadScene(on: engine)
        try await scene.send(RegisterUploadScene.licences(), ["dry_run": "1", "as_of": "2026-11-24"])
        let target = AuditEntry.Target(.register, "licences")
        let entry = try #require(try await scene.site.auditEntries(on: target).first)
        #expect(entry.actor == .staff(scene.account) && entry.action == .startImport)
        let expected = ["dry-run": "yes", "allow-fewer": "yes", "allow-closings": "no", "as-of": "2026-11-24"]
        #expect(entry.after == expected)
        let upload = try await scene.upload()
        #expect(upload.options.asOf == "2026-11-24" && upload.options.isDryRun && upload.sentBy == "한결")
        let log = try await scene.admin.get("/admin/audit")
        #expect(log.text.contains("인허가 (영업 여부)") && log.text.contains("먼저 해 보기"))
    }

    @Test("A day before 1950 or after today is refused beside its field, and nothing typed is lost")
    func boundDay() async throws {
        let scene = try await RegisterUploadScene()
        let today = SeoulTime(scene.site.now)
        for day in ["1949-12-31", "0001-01-01", "\(today.year + 1)-01-01", "9999-12-31"] {
            let fields = ["register": "designations", "as_of": day]
            let answer = try await scene.send(RegisterUploadScene.licences(), fields)
            #expect(answer.status == .unprocessableContent, "\(day)")
            #expect(answer.text.contains("1950년부터 오늘까지의 날짜를 입력해 주세요."))
            #expect(try answer.html.has("input[name=as_of][value=\(day)]"))
            #expect(try answer.html.has("input[name=register][value=designations][checked]"))
            #expect(try answer.html.has("input[name=allow_fewer][checked]"))
        }
        #expect(scene.files.isEmpty)
        #expect(try await scene.send(RegisterUploadScene.licences(), ["as_of": today.isoDay]).status == .seeOther)
        #expect(try await scene.upload().options.asOf == today.isoDay)
    }

    @Test("What is not sent rightly is refused, and its file deleted", arguments: TestEngine.available)
    func refuse(_ engine: TestEngine) async throws {
        let scene = try await RegisterUploadScene(on: engine)
        for fields in [["register": "owners"], ["as_of": "yesterday"], ["as_of": "2026-02-30"]] {
            #expect(
                try await scene.send(RegisterUploadScene.licences(), fields).status == .unprocessableContent,
                "\(fields)"
            )
        }
        #expect(try await scene.send(nil).status == .unprocessableContent)
        let empty = try await scene.send("", headers: [.secFetchSite: "same-origin", .accept: "application/json"])
        #expect(empty.status == .unprocessableContent)
        #expect(empty.headers[.contentType] == "application/problem+json")
        #expect(scene.files.isEmpty)
        #expect(try await scene.database.read { try $0.latestRegisterUpload() } == nil)
        // After a login the way leads back to the form.
        #expect(try await scene.admin.get(RegisterUploadScene.path).location == "/admin/imports")
        // One at a time.
        #expect(try await scene.send().status == .seeOther)
        let second = try await scene.send()
        #expect(second.status == .conflict && second.text.contains("이미 가져오는 중이에요"))
        #expect(scene.files.count == 1)
        // Not who is no admin.
        let moderator = TestBrowser(scene.site)
        _ = try await scene.site.logIn(moderator, nickname: "가람", role: .moderator, hasTwoFactor: true)
        #expect(try await scene.send(as: moderator).status == .forbidden)
        #expect(scene.files.count == 1)
    }
}
