import Foundation

extension Transaction {
    /// The rows of each district when it was last taken, and whether the register never was.
    func lastRegisterRows(of register: Register) throws -> (rows: [String: Int], isFirst: Bool) {
        var last: [String: Int] = [:]
        try rows(
            """
            SELECT d.district, d.row_count FROM register_run_districts d JOIN register_runs r ON r.id = d.run_id
            WHERE r.register = \(register.rawValue) AND r.failure IS NULL AND r.is_dry = 0 AND d.held IS NULL
                AND d.row_count > 0 AND d.district <> ''
            ORDER BY r.finished_at, r.id
            """
        ).forEach { last[try $0.string(0)] = try $0.int(1) }
        return (last, last.isEmpty)
    }

    /// Records an import of a register with its figures, and what it changed, which replaces what earlier ones had changed.
    func insertRegisterRun(
        _ run: RegisterRun,
        _ report: RegisterReport,
        _ updates: [RegisterUpdate],
        at now: Date
    ) throws {
        func matched(_ match: RegisterMatch) -> Int { report.matchedBy[match] ?? 0 }
        try execute(
            """
            INSERT INTO register_runs (id, register, as_of, is_dry, started_at, finished_at, failure, failure_text, places,
                matched_permit, matched_name, matched_phone, ambiguous)
            VALUES (\(run.id), \(run.register.rawValue), \(report.asOf), \(report.isDryRun ? 1 : 0),
                \(run.startedAt.milliseconds), \(now.milliseconds), \(report.failure?.code.rawValue),
                \(report.failure?.text), \(report.places), \(matched(.permit)), \(matched(.addressAndName)),
                \(matched(.addressAndPhone)), \(report.ambiguous))
            """
        )
        for (slug, counts) in report.districts.sorted(by: { $0.key < $1.key }) {
            try insertRegisterDistrict(counts, slug, held: report.held[slug], of: run.id)
        }
        try insertRegisterRefusals(report.rejections, of: run.id)
        guard report.failure == nil else { return }
        try deleteRegisterChanges(of: run.register, isDryRun: report.isDryRun)
        for update in updates {
            for change in update.changes { try insertRegisterChange(change, of: update.known.id, in: run.id) }
        }
    }

    private func insertRegisterDistrict(
        _ counts: RegisterReport.Counts,
        _ slug: String,
        held: RegisterFailure.Code?,
        of run: RegisterRun.ID
    ) throws {
        try execute(
            """
            INSERT INTO register_run_districts (run_id, district, row_count, matched, opened, closed, changed, refused, held)
            VALUES (\(run), \(slug), \(counts.rows), \(counts.matched), \(counts.open), \(counts.closed),
                \(counts.changed), \(counts.refused), \(held?.rawValue))
            """
        )
    }

    /// A row that lacks several fields is kept once.
    private func insertRegisterRefusals(_ rejections: [RegisterRejection], of run: RegisterRun.ID) throws {
        for rejection in rejections.prefix(RegisterRejection.keptCount) {
            try execute(
                """
                INSERT INTO register_refusals (run_id, file, line, row_key, reason)
                VALUES (\(run), \(rejection.file), \(rejection.line), \(rejection.row), \(rejection.reason.rawValue))
                ON CONFLICT (run_id, file, line) DO NOTHING
                """
            )
        }
    }

    /// Deletes what earlier imports of the register changed: a dry run replaces what earlier dry runs would have changed, an
    /// import both.
    private func deleteRegisterChanges(of register: Register, isDryRun: Bool) throws {
        try execute(
            """
            DELETE FROM register_changes WHERE run_id IN (
                SELECT id FROM register_runs WHERE register = \(register.rawValue) AND is_dry >= \(isDryRun ? 1 : 0))
            """
        )
    }

    private func insertRegisterChange(_ change: RegisterChange, of place: Place.ID, in run: RegisterRun.ID) throws {
        try execute(
            """
            INSERT INTO register_changes (run_id, place_id, fact, value_before, value_after)
            VALUES (\(run), \(place), \(change.fact), \(change.before), \(change.after))
            """
        )
    }
}

extension RegisterRejection {
    /// How many are kept of an import.
    static let keptCount = 500
}
