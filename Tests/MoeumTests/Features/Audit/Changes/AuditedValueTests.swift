import Foundation
import Testing

@testable import Moeum

/// Audited states are written as the log has had them from its first day, and read back from then.
@Suite(.cleanup)
struct AuditedValueTests {
    private static let time = Date(milliseconds: 1_800_000_000_123)

    /// Written as this text, and read from it.
    private func expect<Value: AuditedValue>(_ value: Value, _ text: String) {
        #expect(AuditedValues.text(value) == text)
        #expect(Value(AuditedValues.state(text)) == value)
    }

    @Test("States of reviews and photos are encoded as before") func encodeContent() {
        expect(VisibilityState(hiddenAt: Self.time), #"{"hiddenAt":"1800000000123"}"#)
        expect(VisibilityState(), "{}")
        expect(
            HoldState([.reports: Self.time, .links: Date(milliseconds: 7), .again: Self.time]),
            #"{"again":"1800000000123","links":"7","reports":"1800000000123"}"#
        )
        expect(HoldState(), "{}")
    }

    @Test("A hold keeps the time since which a reason applies") func keepFirstHold() {
        let before = HoldState([.links: Self.time])
        #expect(before.adding(.links, since: Self.time + 1) == before)
        #expect(before.adding(.words, since: Self.time + 1).values == [.links: Self.time, .words: Self.time + 1])
    }

    @Test("States of accounts and sanctions are encoded as before") func encodePeople() {
        expect(SanctionState(kind: .noPosting, until: Self.time), #"{"kind":"no-posting","until":"1800000000123"}"#)
        expect(SanctionState(kind: .warning), #"{"kind":"warning"}"#)
        expect(SanctionState(), "{}")
        expect(AppealState(state: .upheld, answer: #"까닭 "/""#), #"{"answer":"까닭 \"/\"","state":"upheld"}"#)
        expect(AppealState(state: .overturned, answer: ""), #"{"answer":"","state":"overturned"}"#)
        expect(AppealState(), "{}")
        expect(RoleState(role: .moderator), #"{"role":"moderator"}"#)
    }

    @Test("States of cases are encoded as before") func encodeCases() {
        expect(CaseState(state: .open, assignee: nil), #"{"state":"open"}"#)
        expect(
            CaseState(state: .closed, assignee: .max, outcome: .gone),
            #"{"assignee":"9223372036854775807","outcome":"gone","state":"closed"}"#
        )
    }

    @Test("States of takedowns are encoded as before") func encodeTakedowns() {
        expect(Self.status("waiting"), #"{"state":"waiting"}"#)
        var status = Self.status("blocked")
        (status.until, status.answer, status.objectedAt, status.keptAt) = (Self.time, "", Self.time + 1, Self.time + 2)
        expect(
            status,
            """
            {"answer":"","keptAt":"1800000002123","objectedAt":"1800000001123","state":"blocked","until":"1800000000123"}
            """
        )
        status = Self.status("refused")
        status.answer = "까닭"
        expect(status, #"{"answer":"까닭","state":"refused"}"#)
        status.end(.staff)
        expect(status, #"{"answer":"까닭","ending":"staff","state":"ended"}"#)
    }

    private static func status(_ state: String) -> Takedown.Status {
        guard let status = Takedown.Status(["state": state]) else { preconditionFailure() }
        return status
    }

    @Test("States of places are encoded as before") func encodePlaces() {
        let facts = PlaceFactsState([.name: "책방", .roadAddress: "을지로 1", .position: "37.5, 127.0"])
        expect(facts, #"{"name":"책방","position":"37.5, 127.0","road_address":"을지로 1"}"#)
        expect(PlaceStatusState(status: .listed, into: nil), #"{"status":"listed"}"#)
        expect(PlaceStatusState(status: .closed, into: 12), #"{"into":"12","status":"closed"}"#)
        expect(PlaceMergeState(into: 12), #"{"into":"12"}"#)
        expect(PlaceMergeState(into: nil), "{}")
        expect(
            PlaceAdditionState(origin: .init(kind: .bookshop, district: "jung-gu", dong: "명동"), facts: facts),
            """
            {"district":"jung-gu","dong":"명동","kind":"bookshop","name":"책방","position":"37.5, 127.0",\
            "road_address":"을지로 1"}
            """
        )
        expect(PlaceAdditionState(), "{}")
    }

    @Test("States of keywords, words and settings are encoded as before") func encodeSettings() throws {
        let names = try Keyword.Names(korean: "조용해요", english: "Quiet")
        let keyword = #""english":"Quiet","kind":"bookshop","korean":"조용해요""#
        expect(KeywordState(names, .bookshop, .good), "{\(keyword),\"tone\":\"good\"}")
        expect(
            KeywordState(names, .bookshop, .bad, isRetired: true),
            "{\(keyword),\"retired\":\"1\",\"tone\":\"bad\"}"
        )
        expect(KeywordState(), "{}")
        expect(KeywordOrderState([3, 1, 2]), #"{"order":"3,1,2"}"#)
        #expect(KeywordOrderState([3, 1, 2]).ids == [3, 1, 2])
        expect(KeywordOrderState([]), #"{"order":""}"#)
        expect(BlockedWordState(text: "나쁜 말", effect: .refuse), #"{"effect":"refuse","text":"나쁜 말"}"#)
        expect(BlockedWordState(), "{}")
        expect(MailDomainState(listed: .yes), #"{"listed":"1"}"#)
        expect(MailDomainState(), "{}")
        expect(SettingState(value: 500), #"{"value":"500"}"#)
    }

    @Test("Older states are read although names were added or removed since") func decodeOlder() {
        #expect(SanctionState(["kind": "suspension", "reason": "abuse"]) == SanctionState(kind: .suspension))
        #expect(CaseState(["state": "taken", "weight": "3"]) == CaseState(state: .taken, assignee: nil))
        #expect(HoldState(["links": "7", "weather": "8"]) == HoldState([.links: Date(milliseconds: 7)]))
        #expect(PlaceFactsState(["name": "책방", "floor": "2"]) == PlaceFactsState([.name: "책방"]))
        #expect(PlaceAdditionState(["kind": "bookshop", "floor": "2"])?.origin == .init(kind: .bookshop))
        #expect(KeywordState(["korean": "조용해요"])?.retired == nil)
        #expect(Takedown.Status(["state": "ended", "ending": "time"])?.answer == nil)
        #expect(AppealState(["state": "upheld"])?.answer == nil)
        #expect(SettingState([:]) == SettingState(value: nil))
    }

    @Test("A state that the log never had is not decoded") func refuseUnknown() {
        #expect(RoleState([:]) == nil)
        #expect(CaseState(["assignee": "12"]) == nil)
        #expect(Takedown.Status([:]) == nil)
        #expect(SanctionState(["kind": "dungeon"]) == nil)
        #expect(VisibilityState(["hiddenAt": "yesterday"]) == nil)
    }

    @Test("An older state with unknown names is undone only where they stood before", arguments: TestEngine.available)
    func revertOlder(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (target, audit) = (
            SiteSettings.Name.hideWeight.rawValue,
            AuditContext(actor: .command, at: site.now, emailRenderer: site.app.emailRenderer)
        )
        try await site.app.database.write { transaction in
            try transaction.saveSiteSetting(500, for: .hideWeight)
            for (id, before, after) in [
                (1, #"{"value":"700"}"#, #"{"unit":"people","value":"500"}"#),
                (2, #"{"unit":"people","value":"700"}"#, #"{"value":"500"}"#),
            ] {
                try transaction.execute(
                    """
                    INSERT INTO audit_log (id, at, actor_kind, action, target_kind, target_key, note, audited_state,
                        state_key, before_state, after_state)
                    VALUES (\(id), 1, 'command', 'change-setting', 'setting', \(target), '', 'setting', '', \(before),
                        \(after))
                    """
                )
            }
            #expect(throws: Problem.cannotRevert) { try transaction.revertChange(1, audit) }
            try transaction.revertChange(2, audit)
            #expect(try transaction.siteSettings()[.hideWeight] == 700)
        }
    }

    @Test("Every audited change keeps its name in the log") func keepNames() {
        #expect(
            AnyAuditedChange.all.keys.sorted() == [
                "appeal", "blocked-word", "card-hold", "card-visibility", "case", "keyword", "keyword-order",
                "mail-domain",
                "photo-hold",
                "photo-visibility", "place-addition", "place-attributes", "place-facts", "place-merge", "place-status",
                "review-block",
                "review-hold", "review-visibility", "role", "sanction", "setting",
            ]
        )
    }
}
