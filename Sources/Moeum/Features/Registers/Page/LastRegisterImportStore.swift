extension Transaction {
    /// The last import of a register; nil where there was none.
    func lastRegisterImport(of register: Register) throws -> LastRegisterImport? {
        let found = try first(
            """
            SELECT id, as_of, is_dry, finished_at, failure, failure_text, places, matched_permit, matched_name,
                matched_phone, ambiguous
            FROM register_runs WHERE register = \(register.rawValue) ORDER BY finished_at DESC, id DESC LIMIT 1
            """
        ) { row in
            LastRegisterImport(
                id: try row.id(0),
                asOf: try row.string(1),
                isDryRun: try row.bool(2),
                finishedAt: try row.date(3),
                failure: try row.optionalString(4).flatMap(RegisterFailure.Code.init(rawValue:)).map {
                    RegisterFailure(code: $0, text: try row.optionalString(5) ?? "")
                },
                places: try row.int(6),
                matchedBy: [
                    .permit: try row.int(7), .addressAndName: try row.int(8), .addressAndPhone: try row.int(9),
                ],
                ambiguous: try row.int(10)
            )
        }
        guard var record = found else { return nil }
        record.districts = try registerDistricts(of: record.id)
        record.refusals = try registerRefusals(of: record.id)
        record.changes = try registerChanges(of: record.id)
        record.changeCount =
            try first("SELECT COUNT(*) FROM register_changes WHERE run_id = \(record.id)") { try $0.int(0) } ?? 0
        record.taken = try first(
            """
            SELECT finished_at, as_of FROM register_runs
            WHERE register = \(register.rawValue) AND failure IS NULL AND is_dry = 0
            ORDER BY finished_at DESC, id DESC LIMIT 1
            """
        ) { (at: try $0.date(0), asOf: try $0.string(1)) }
        return record
    }

    private func registerDistricts(of run: RegisterRun.ID) throws -> [LastRegisterImport.District] {
        try rows(
            """
            SELECT district, row_count, matched, opened, closed, changed, refused, held FROM register_run_districts
            WHERE run_id = \(run) ORDER BY district
            """
        ).map { row in
            LastRegisterImport.District(
                slug: try row.string(0),
                counts: RegisterReport.Counts(
                    rows: try row.int(1),
                    matched: try row.int(2),
                    open: try row.int(3),
                    closed: try row.int(4),
                    changed: try row.int(5),
                    refused: try row.int(6)
                ),
                held: try row.optionalString(7).flatMap(RegisterFailure.Code.init(rawValue:))
            )
        }
    }

    private func registerRefusals(of run: RegisterRun.ID) throws -> [LastRegisterImport.Refusal] {
        try rows(
            """
            SELECT file, line, row_key, reason FROM register_refusals WHERE run_id = \(run)
            ORDER BY file, line LIMIT \(LastRegisterImport.maxRefusals)
            """
        ).map { row in
            LastRegisterImport.Refusal(
                file: try row.string(0),
                line: try row.int(1),
                row: try row.string(2),
                reason: try row.string(3)
            )
        }
    }

    private func registerChanges(of run: RegisterRun.ID) throws -> [LastRegisterImport.Change] {
        try rows(
            """
            SELECT c.place_id, p.name, c.fact, c.value_before, c.value_after
            FROM register_changes c JOIN places p ON p.id = c.place_id
            WHERE c.run_id = \(run) ORDER BY c.place_id, c.fact LIMIT \(LastRegisterImport.maxChanges)
            """
        ).map { row in
            LastRegisterImport.Change(
                place: try row.id(0),
                name: try row.string(1),
                change: RegisterChange(
                    fact: try row.string(2),
                    before: try row.optionalString(3),
                    after: try row.optionalString(4)
                )
            )
        }
    }
}
