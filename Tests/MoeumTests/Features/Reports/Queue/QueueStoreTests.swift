import Foundation
import Testing

@testable import Moeum

/// The queue's pages against the same worked out in plain Swift.
@Suite(.cleanup)
struct QueueStoreTests {
    private struct Made: Sendable {
        let id: ReportCase.ID
        let report: ReportFixture
        var state = ReportCase.State.open
        var assignee: Account.ID?

        var order: Int64 {
            ReportCase.queueOrder(
                weight: report.weight,
                isHeld: false,
                isUrgent: report.reasons.contains { $0.isUrgent }
            )
        }

        func value(_ sort: QueueQuery.Sort) -> Int64 {
            switch sort {
            case .urgent: order
            case .newest, .oldest: report.at.milliseconds
            case .most: Int64(report.count)
            }
        }
    }

    /// Cases of things that need not be there, some taken and some closed by its actions.
    private func made(_ count: Int, on site: TestSite, staff: [Account.ID], authors: [Account.ID]) async throws
        -> [Made]
    {
        var random = SplitMix(state: 7)
        let places = try await site.places(3)
        var all: [Made] = []
        for number in 1...count {
            let kind = QueueQuery.kinds[Int(random.next() % 5)]
            let reasons = ModerationReason.allCases.filter { _ in random.next() % 4 == 0 }
            var report = ReportFixture(
                target: AuditEntry.Target(kind, Int64(1_000 + number)),
                account: authors[Int(random.next() % UInt64(authors.count))],
                place: kind == .user ? nil : places[Int(random.next() % 3)],
                reasons: reasons.isEmpty ? [.other] : reasons,
                // Few values, so that many cases are alike.
                at: site.now - Double(random.next() % 5) * 60
            )
            report.weight = Int(random.next() % 4) * 100
            report.count = Int(random.next() % 3) + 1
            var one = Made(id: try await site.report(report), report: report)
            let fate = random.next() % 3
            if fate > 0 {
                let taker = staff[Int(random.next() % UInt64(staff.count))]
                one.assignee = taker
                one.state = fate == 1 ? .taken : .closed
                let (id, state, target) = (one.id, one.state, report.target)
                let (emailRenderer, now) = (site.app.emailRenderer, site.now)
                try await site.app.database.write { transaction in
                    let audit = AuditContext(actor: .staff(taker), caseID: id, at: now, emailRenderer: emailRenderer)
                    try transaction.recordChange(.take, on: target, .caseState, key: String(id), audit) { _ in
                        CaseState(state: state, assignee: taker, outcome: state == .closed ? .approved : nil)
                    }
                }
            }
            all.append(one)
        }
        return all
    }

    private func plain(_ query: QueueQuery, _ all: [Made], _ staff: Account.ID) -> [ReportCase.ID] {
        let found = all.filter { one in
            one.state == query.state && (query.kind.map { $0 == one.report.target.kind } ?? true)
                && (query.reason.map(one.report.reasons.contains) ?? true)
                && (query.assignee.map { $0 == .me ? one.assignee == staff : one.assignee == nil } ?? true)
        }
        let sort = query.effectiveSort
        let sorted = found.sorted { ($0.value(sort), $0.id) < ($1.value(sort), $1.id) }.map(\.id)
        return sort.ascends ? sorted : sorted.reversed()
    }

    @Test("Every filter and order finds the same cases as plain Swift", arguments: TestEngine.available)
    func matchPlainSwift(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (staff, authors) = (try await site.moderators(2), try await site.people(3, "글쓴이"))
        let all = try await made(60, on: site, staff: staff, authors: authors)
        let me = staff[0]
        var queries: [QueueQuery] = []
        for state in ReportCase.State.allCases {
            for sort in QueueQuery.Sort.allCases {
                for kind in [nil, AuditEntry.Target.Kind.review] {
                    for reason in [nil, ModerationReason.spam, .illegal] {
                        for assignee in [nil, QueueQuery.Assignee.me, .nobody] {
                            var query = QueueQuery()
                            query.state = state
                            query.sort = sort
                            (query.kind, query.reason, query.assignee) = (kind, reason, assignee)
                            queries.append(query)
                        }
                    }
                }
            }
        }
        let asked = queries
        let pages = try await site.app.database.read { transaction in
            try asked.map { query in
                var (query, ids) = (query, [ReportCase.ID]())
                while true {
                    let page = try transaction.queue(query, for: me, limit: 7)
                    ids += page.map(\.found.id)
                    guard page.count == 7, let last = page.last else { return ids }
                    query.after = last.key
                }
            }
        }
        for (query, ids) in zip(queries, pages) { #expect(ids == plain(query, all, me), "\(query.address)") }
        #expect(pages.contains { $0.count > 14 })
    }

    @Test("Cases are found by number, person and place", arguments: TestEngine.available)
    func findCases(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (staff, authors) = (try await site.moderators(1), try await site.people(3, "글쓴이"))
        let all = try await made(30, on: site, staff: staff, authors: authors)
        let place = try #require(try await site.places(1).first)
        let name = try #require(try await site.app.database.read { try $0.place(place)?.name })
        func found(_ text: String) async throws -> Set<ReportCase.ID> {
            let ids = try await site.app.database.read { transaction in
                try ReportCase.State.allCases.flatMap { state in
                    var query = QueueQuery()
                    (query.text, query.state) = (text, state)
                    return try transaction.queue(query, for: staff[0], limit: 100).map(\.found.id)
                }
            }
            return Set(ids)
        }
        #expect(try await found("R-\(all[3].id)") == [all[3].id])
        #expect(try await found(String(all[3].id)) == [all[3].id])
        #expect(try await found("글쓴이 2") == Set(all.filter { $0.report.account == authors[1] }.map(\.id)))
        #expect(try await found(name).isSuperset(of: all.filter { $0.report.place == place }.map(\.id)))
        #expect(try await found("아무도 아닌 이름") == [])
        // Parts of them, and signs that a pattern would take for any.
        #expect(try await found("쓴이") == Set(all.map(\.id)))
        #expect(try await found("이 3") == Set(all.filter { $0.report.account == authors[2] }.map(\.id)))
        for sign in ["%", "_", "!", "글_이", "글%2"] { #expect(try await found(sign) == [], "\(sign)") }
    }

    /// More of that name than any list of places shows at once, and some that lists show no more.
    @Test("A reported place is found by a part of its name among many alike", arguments: TestEngine.available)
    func findAmongAlike(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let staff = try await site.moderators(1)[0]
        let shops = try await site.places(60, .bookshop)
        for (number, place) in shops.enumerated() {
            let key = "아침햇살책방\(number)호점"
            try await site.execute("UPDATE places SET name_key = \(key) WHERE id = \(place)")
        }
        let last = try #require(shops.last)
        try await site.execute("UPDATE places SET status = 'closed' WHERE id = \(last)")
        let target = AuditEntry.Target.place(last)
        let id = try await site.report(ReportFixture(target: target, place: last, at: site.now))
        for words in ["햇살", "햇살 책방", "책방 59", "59호", "침햇살책방59호점"] {
            var query = QueueQuery()
            query.text = words
            let asked = query
            let found = try await site.app.database.read { try $0.queue(asked, for: staff, limit: 10) }
            #expect(found.map(\.found.id) == [id], "\(words)")
        }
    }

    @Test("The figures count the cases that there are", arguments: TestEngine.available)
    func countFigures(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (staff, authors) = (try await site.moderators(2), try await site.people(3, "글쓴이"))
        let all = try await made(40, on: site, staff: staff, authors: authors)
        let now = site.now
        let (figures, waiting) = try await site.app.database.read {
            (try $0.queueFigures(at: now), try $0.waitingCounts(for: staff[0]))
        }
        for state in ReportCase.State.allCases {
            #expect(figures.counts[state] == all.count { $0.state == state })
        }
        let urgent = all.count { $0.state == .open && $0.order <= ReportCase.urgentOrder }
        #expect(figures.urgent == urgent && waiting.urgent == urgent)
        #expect(figures.decided == all.count { $0.state == .closed })
        #expect(waiting.taken == all.count { $0.state == .taken && $0.assignee == staff[0] })
        let waits = all.filter { $0.state == .closed }.map { now.timeIntervalSince($0.report.at) }.sorted()
        #expect(figures.medianWait == waits[waits.count / 2])
    }
}

/// Chance that is the same in every run (S. Vigna, splitmix64).
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ (mixed >> 31)) >> 8
    }
}
