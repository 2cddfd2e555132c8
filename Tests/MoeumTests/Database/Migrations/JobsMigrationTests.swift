import Testing

@testable import Database
@testable import Moeum

/// `119-jobs`: what waits in the tables of before becomes jobs.
@Suite(.cleanup)
struct JobsMigrationTests {
    /// An account, and work in every state; mails come first.
    static let work: [SQL] = [
        """
        INSERT INTO accounts (id, email, email_key, nickname, nickname_key, language, created_at)
        VALUES (7, 'a@b.example', 'a@b.example', 'n', 'n', 'ko', 1)
        """,
        """
        INSERT INTO outbox (id, message_id, kind, recipient, recipient_key, language, subject, body_text, body_html,
            created_at, due_at, tries, claim, sent_at, died_at, error)
        VALUES (1, 'a', 'left', 'a@b.example', 'a@b.example', 'ko', 's', 't', 'h', 100, 5000, 3, 'c', NULL, NULL, '451'),
            (2, 'b', 'left', 'a@b.example', 'a@b.example', 'ko', 's', 't', 'h', 100, 900, 0, NULL, NULL, NULL, NULL),
            (3, 'c', 'left', '', '', 'ko', 's', NULL, NULL, 100, NULL, 1, NULL, 200, NULL, NULL),
            (4, 'd', 'left', 'a@b.example', 'a@b.example', 'ko', 's', 't', 'h', 100, NULL, 45, NULL, NULL, 300, '550'),
            (5, 'e', 'left', 'a@b.example', 'a@b.example', 'ko', 's', NULL, NULL, 50, NULL, 45, NULL, NULL, 250, '550')
        """,
        """
        INSERT INTO webhook_deliveries (id, event, subject, body, created_at, due_at, tries, error, delivered_at,
            died_at)
        VALUES (1, 'takedown', 1, '{}', 10, 20, 2, '500', NULL, NULL),
            (2, 'takedown', 2, '{}', 10, NULL, 1, NULL, 30, NULL),
            (3, 'takedown', 3, '{}', 10, NULL, 45, '500', NULL, 40)
        """,
        """
        INSERT INTO archive_jobs (id, account_id, kind, state, size, tries, lease, free_at, created_at, ended_at,
            expires_at)
        VALUES (1, 7, 'export', 'running', NULL, 1, 77, 50, 40, NULL, NULL),
            (2, 7, 'import', 'uploading', NULL, 0, 0, 70, 40, NULL, NULL),
            (3, 7, 'export', 'done', 12, 1, 0, 50, 40, 60, 99)
        """,
        """
        INSERT INTO import_jobs (id, in_hand, allows_mass_cancel, account_id, tries, free_at, created_at, ended_at)
        VALUES (1, 1, 0, 7, 2, 80, 70, NULL), (2, NULL, 0, NULL, 2, 80, 70, 90)
        """,
        "INSERT INTO import_job_districts (job_id, district) VALUES (1, 'mapo'), (2, 'jung')",
        """
        INSERT INTO weather_days (district, day, hours, source, is_final, tries, try_at)
        VALUES ('mapo', '2020-01-01', 'h', 'open-meteo', 1, 0, 1), ('mapo', '2020-01-02', 'h', 'open-meteo', 0, 0, 500),
            ('mapo', '2020-01-03', NULL, '', 0, 2, 600), ('mapo', '2020-01-04', NULL, '', 0, 5, 700)
        """,
        "INSERT INTO leases (name, holder, free_at) VALUES ('backup', 1, 2)",
    ]

    /// A database that had such work before the migration.
    /// - Parameter mailHeldAt: when a restore held the mail that was there.
    private func migrated(_ engine: TestEngine, mailHeldAt: String? = nil) async throws -> any Database {
        let database = try await engine.database(of: Migration.schema)
        try await database.write { transaction in
            for statement in Self.work { try transaction.execute(statement) }
            guard let mailHeldAt else { return }
            try transaction.execute("INSERT INTO site_settings (name, value) VALUES ('mail-held-at', \(mailHeldAt))")
        }
        let applied = try await Migrator(migrations: Migration.schema + [.jobQueue]).migrate(database)
        #expect(applied == ["119-jobs"])
        return database
    }

    private func rows(_ query: SQL, in database: any Database) async throws -> [String] {
        try await database.read { try $0.rows(query).map { try $0.string(0) } }
    }

    /// The jobs of a kind, one line each.
    private func jobs(_ kind: String, in database: any Database) async throws -> [String] {
        try await rows(
            """
            SELECT key || ': due ' || due_at || ', available ' || COALESCE(CAST(available_at AS TEXT), 'never')
                || ', attempts ' || attempts || COALESCE(', died ' || died_at, '') || COALESCE(', ' || error, '')
                || COALESCE(', ' || payload, '')
            FROM jobs WHERE lease IS NULL AND kind = \(kind) ORDER BY key
            """,
            in: database
        )
    }

    @Test("Mails keep their texts and attempts", arguments: TestEngine.available)
    func keepMails(_ engine: TestEngine) async throws {
        let database = try await migrated(engine)
        #expect(
            try await jobs(OutboxSender.name, in: database) == [
                "1: due 100, available 5000, attempts 3, 451",
                "2: due 100, available 900, attempts 0",
                "4: due 100, available never, attempts 45, died 300, 550",
                "5: due 50, available never, attempts 45, died 250, 550",
            ]
        )
        let texts: SQL = "SELECT message_id || COALESCE(body_text, '') || COALESCE(sent_at, 0) FROM outbox ORDER BY id"
        #expect(try await rows(texts, in: database) == ["at0", "bt0", "c200", "dt0", "e0"])
    }

    @Test("Mail that a restore held stays held", arguments: TestEngine.available)
    func keepHeldMail(_ engine: TestEngine) async throws {
        let database = try await migrated(engine, mailHeldAt: "900")
        #expect(
            try await jobs(OutboxSender.name, in: database).prefix(2) == [
                "1: due 100, available 5000, attempts 3, 451",
                "2: due 100, available never, attempts 0",
            ]
        )
        #expect(try await database.read { try $0.jobCounts(of: OutboxSender.name, at: .now).held } == 1)
        #expect(try await rows("SELECT value FROM site_settings WHERE name = 'mail-held-at'", in: database) == [])
    }

    @Test("Deliveries of webhooks stay after they are done", arguments: TestEngine.available)
    func keepDeliveries(_ engine: TestEngine) async throws {
        let database = try await migrated(engine)
        #expect(
            try await jobs(WebhookSender.name, in: database) == [
                "1: due 10, available 20, attempts 2, 500, {}",
                "3: due 10, available never, attempts 45, died 40, 500, {}",
            ]
        )
        let subjects: SQL = "SELECT event || subject FROM webhook_deliveries ORDER BY id"
        #expect(try await rows(subjects, in: database) == ["takedown1", "takedown2", "takedown3"])
    }

    @Test("Archives and imports go on", arguments: TestEngine.available)
    func continueArchives(_ engine: TestEngine) async throws {
        let database = try await migrated(engine)
        #expect(try await jobs(ArchiveWorker.name, in: database) == ["1: due 40, available 50, attempts 1"])
        let archives: SQL = "SELECT state || COALESCE(' ' || expires_at, '') FROM archive_jobs ORDER BY id"
        #expect(try await rows(archives, in: database) == ["waiting", "uploading 70", "done 99"])
        #expect(try await jobs(ImportWorker.name, in: database) == ["1: due 70, available 80, attempts 2"])
        let districts: SQL = "SELECT district FROM import_job_districts ORDER BY job_id"
        #expect(try await rows(districts, in: database) == ["mapo", "jung"])
        try await database.write { transaction in
            try transaction.execute("DELETE FROM accounts")
            #expect(try transaction.rowCounts()["archive_jobs"] == 0)
            #expect(try transaction.rowCounts()["import_jobs"] == 2)
        }
    }

    @Test("Days of weather are requested as before", arguments: TestEngine.available)
    func keepWeatherDays(_ engine: TestEngine) async throws {
        let database = try await migrated(engine)
        #expect(
            try await jobs(WeatherWorker.name, in: database) == [
                "mapo 2020-01-02: due 500, available 500, attempts 0",
                "mapo 2020-01-03: due 600, available 600, attempts 2",
                "mapo 2020-01-04: due 700, available never, attempts 5, died 700",
            ]
        )
        #expect(
            try await rows("SELECT day || source FROM weather_days ORDER BY day", in: database) == [
                "2020-01-01open-meteo", "2020-01-02open-meteo",
            ]
        )
    }
}
