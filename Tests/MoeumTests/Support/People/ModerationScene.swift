import Foundation
import Testing

@testable import Moeum

/// Staff, people who wrote of places, and cases about them; some of it is hidden, held and barred from the beginning.
struct ModerationScene {
    let site: TestSite
    var staff: [Member] = []
    var people: [Account.ID] = []

    /// - Parameter seed: of what staff do.
    static func random(on site: TestSite, seed: UInt64) async throws -> StaffAtRandom {
        var scene = ModerationScene(site: site)
        for role in [Role.moderator, .moderator, .admin] { scene.staff.append(try await scene.member(role)) }
        scene.people = try await site.people(3)
        var world = StaffAtRandom(site, staff: scene.staff, people: scene.people, seed: seed)
        let reporters = try await site.people(2, "알린 이")
        let places = try await site.places(2)
        for (number, author) in scene.people.enumerated() {
            let photo = try await site.photo(by: author)
            let first = try await site.review(
                places[0],
                by: author,
                try ReviewsFixture.input(stars: 1 + number, photos: [photo])
            )
            let second = try await site.review(places[1], by: author, try ReviewsFixture.input(stars: 5 - number))
            world.reviews += [(first, author, [photo]), (second, author, [])]
            let targets = [
                AuditEntry.Target.review(first), AuditEntry.Target.photo(photo), AuditEntry.Target.user(author),
            ]
            for target in targets {
                let id = try await scene.openCase(of: target, author, by: reporters)
                world.cases.append((id, target, author))
            }
        }
        for target in [
            AuditEntry.Target.review(world.reviews[0].id), AuditEntry.Target.review(world.reviews[0].id),
            AuditEntry.Target.review(world.reviews[2].id), AuditEntry.Target.photo(world.reviews[4].photos[0]),
        ] {
            world.takedowns.append((try await scene.ask(of: target, world), target))
        }
        try await scene.prepare(&world)
        return world
    }

    /// Things that stand otherwise than usual before anybody did anything.
    private func prepare(_ world: inout StaffAtRandom) async throws {
        let (held, photo, barred) = (world.reviews[2].id, world.reviews[2].photos[0], people[2])
        let sanction: Sanction.ID = 7
        try await site.app.database.write { [now = site.now, emailRenderer = site.app.emailRenderer] transaction in
            try transaction.hideContent(.review(held), for: .surge, at: now)
            let audit = AuditContext(actor: .site, reason: .spam, at: now, emailRenderer: emailRenderer)
            try transaction.updateCaseHold(of: AuditEntry.Target.review(held), audit)
            try transaction.hidePhoto(photo, at: now)
            try transaction.insertSanction(sanction, .suspension, against: barred, content: nil, audit)
            try transaction.applySuspension(of: barred, at: now)
        }
        let now = String(site.now.milliseconds)
        world.state[StaffAtRandom.content(.reviewHold, AuditEntry.Target.review(held))] = "surge=\(now)"
        world.state[StaffAtRandom.content(.photoVisibility, AuditEntry.Target.photo(photo))] = now
        world.state[StaffAtRandom.content(.sanction, AuditEntry.Target.user(barred), String(sanction))] = "suspension"
    }

    /// Somebody asks for something to be blocked.
    private func ask(of target: AuditEntry.Target, _ world: StaffAtRandom) async throws -> Takedown.ID {
        let review = try #require(
            world.reviews.first {
                AuditEntry.Target.review($0.id) == target || target.photoID.map($0.photos.contains) == true
            }
        )
        let id = Takedown.ID.next()
        try await site.execute(
            """
            INSERT INTO takedowns (id, target_kind, target_id, review_id, account_id, place_id, claim, name, email,
                reason, language, excerpt, state, confirmed_at)
            VALUES (\(id), \(target.kind.rawValue), \(target.id), \(review.id), \(review.author),
                (SELECT place_id FROM reviews WHERE id = \(review.id)), 'privacy', 'made up', 'asker@narae.example',
                'made up', 'ko', 'made up', 'waiting', \(site.now.milliseconds))
            """
        )
        return id
    }

    private func openCase(
        of target: AuditEntry.Target,
        _ author: Account.ID,
        by reporters: [Account.ID]
    ) async throws -> ReportCase.ID {
        try await site.app.database.write { [now = site.now] transaction in
            let found = try transaction.findOrInsertCase(of: target, account: author, place: nil, at: now)
            for reporter in reporters {
                try transaction.execute(
                    """
                    INSERT INTO reports (id, case_id, account_id, reason, detail, weight, created_at)
                    VALUES (\(FiledReport.ID.next()), \(found.id), \(reporter), 'abuse', '', 100, \(now.milliseconds))
                    """
                )
            }
            return found.id
        }
    }

    func member(_ role: Role, _ nickname: String? = nil) async throws -> Member {
        let id = try #require(try await site.people(1, "운영 \(Int.random(in: 1...99_999)) ").first)
        try await site.execute("UPDATE accounts SET role = \(role.rawValue) WHERE id = \(id)")
        return Member(
            id: id,
            sessionID: Identifier(rawValue: id.rawValue),
            nickname: "staff",
            role: role,
            isVerified: true,
            isSuspended: false,
            isRestrictedFromPosting: false,
            hasTwoFactor: true,
            confirmedAt: site.now,
            formToken: ""
        )
    }
}

extension Transaction {
    /// Everything that staff can change, as rows: what readers see, counts, what stands against people, cases, rules.
    func moderationDump(at now: Date) throws -> [String] {
        func dump(_ name: String, _ columns: Int, _ sql: SQL) throws -> [String] {
            try rows(sql).map { row in
                let cells = try (0..<columns).map { row.isNull($0) ? "-" : try row.string($0) }
                return "\(name) \(cells.joined(separator: " "))"
            }
        }
        var lines = try driftedCounts()
        lines += try dump(
            "review",
            6,
            """
            SELECT CAST(id AS TEXT), CAST(is_shown AS TEXT), CAST(hidden_at AS TEXT),
                CASE WHEN hidden_for_reason_at IS NULL THEN 'free' ELSE 'hidden for a reason' END, CAST(photo_count AS TEXT),
                CAST(place_id AS TEXT)
            FROM reviews ORDER BY id
            """
        )
        lines += try dump(
            "photo",
            3,
            "SELECT CAST(id AS TEXT), CAST(is_shown AS TEXT), CAST(hidden_at AS TEXT) FROM photos ORDER BY id"
        )
        lines += try dump(
            "hold",
            2,
            "SELECT CAST(review_id AS TEXT), reason FROM review_hidden_reasons ORDER BY review_id, reason"
        )
        lines += try dump(
            "photo hold",
            2,
            "SELECT CAST(photo_id AS TEXT), reason FROM photo_hidden_reasons ORDER BY photo_id, reason"
        )
        lines += try dump(
            "takedown",
            8,
            """
            SELECT CAST(id AS TEXT), state, ending, CAST(blocked_until AS TEXT), answer, objection,
                CAST(objected_at AS TEXT), CAST(kept_at AS TEXT)
            FROM takedowns ORDER BY id
            """
        )
        lines += try dump(
            "sanction",
            2,
            """
            SELECT CAST(account_id AS TEXT), kind FROM sanctions
            WHERE lifted_at IS NULL AND target_id IS NULL ORDER BY account_id, kind
            """
        )
        lines += try dump(
            "case",
            7,
            """
            SELECT CAST(id AS TEXT), state, outcome, CAST(assignee_id AS TEXT), CAST(is_held AS TEXT),
                CAST(closed_at AS TEXT), CAST(target_rev AS TEXT)
            FROM report_cases ORDER BY id
            """
        )
        lines += try dump("count", 2, "SELECT state, CAST(count AS TEXT) FROM report_case_counts ORDER BY state")
        lines += try dump(
            "reporter",
            3,
            """
            SELECT CAST(account_id AS TEXT), CAST(right_count AS TEXT), CAST(wrong_count AS TEXT) FROM reporter_records
            WHERE right_count <> 0 OR wrong_count <> 0 ORDER BY account_id
            """
        )
        let settings = try siteSettings()
        return lines + SiteSettings.Name.allCases.map { "setting \($0.rawValue) \(settings[$0])" }
    }

    /// What is stored of cases and sanctions beside what the rows say, where they differ.
    func driftedModeration() throws -> [String] {
        var wrong = try driftedCounts() + wrongKeptCounts().keys.sorted()
        for (state, count) in try caseCounts() {
            let counted = try first("SELECT COUNT(*) FROM report_cases WHERE state = \(state.rawValue)") {
                try $0.int(0)
            }
            if counted != count { wrong.append("\(count) cases \(state)") }
        }
        wrong += try driftedHolds()
        // Something is hidden as long as its author can appeal against that, and by one sanction.
        wrong += try rows(
            """
            SELECT n.target_id FROM sanctions n WHERE n.lifted_at IS NULL AND n.target_id IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.id = n.target_id AND r.hidden_at IS NOT NULL)
                AND NOT EXISTS (SELECT 1 FROM photos p WHERE p.id = n.target_id AND p.hidden_at IS NOT NULL)
            ORDER BY n.id
            """
        ).map { "sanction for what is shown: \(try $0.int64(0))" }
        wrong += try rows(
            """
            SELECT target_id FROM sanctions WHERE lifted_at IS NULL AND target_id IS NOT NULL
            GROUP BY target_id HAVING COUNT(*) > 1 ORDER BY target_id
            """
        ).map { "two sanctions for hiding \(try $0.int64(0))" }
        return wrong
    }

    /// What is held stands in a case that says so, and no other case does.
    private func driftedHolds() throws -> [String] {
        let tables: [(kind: String, table: SQL, column: SQL)] = [
            ("review", "review_hidden_reasons", "review_id"), ("photo", "photo_hidden_reasons", "photo_id"),
        ]
        return try tables.flatMap { kind, table, column in
            let held = try rows(
                """
                SELECT DISTINCT w.\(column) FROM \(table) w WHERE w.reason NOT IN ('suspension', 'block')
                ORDER BY w.\(column)
                """
            ).map { try $0.int64(0) }
            let inCases = try rows(
                """
                SELECT c.target_id FROM report_cases c
                WHERE c.target_kind = \(kind) AND c.closed_at IS NULL AND c.is_held = 1 ORDER BY c.target_id
                """
            ).map { try $0.int64(0) }
            return held == inCases ? [] : ["\(kind) held \(held), in cases \(inCases)"]
        }
    }
}
