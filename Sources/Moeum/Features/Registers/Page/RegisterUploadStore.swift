import Foundation

extension Transaction {
    /// Adds a file to be imported, with its job.
    /// - Returns: false where another one is in hand.
    func addRegisterUpload(_ upload: RegisterUpload, by account: Account.ID) throws -> Bool {
        let options = upload.options
        let isAdded = try execute(
            """
            INSERT INTO register_uploads (id, in_hand, register, file, as_of, is_dry, allows_fewer, allows_closings,
                account_id, created_at)
            VALUES (\(upload.id), 1, \(upload.register.rawValue), \(upload.file), \(options.asOf), \(options.isDryRun),
                \(options.allowsFewer), \(options.allowsClosings), \(account), \(upload.createdAt.milliseconds))
            ON CONFLICT (in_hand) DO NOTHING
            """
        )
        guard isAdded == 1 else { return false }
        try addJob(RegisterWorker.name, String(upload.id), due: upload.createdAt)
        return true
    }

    func endRegisterUpload(_ id: RegisterRun.ID, _ failure: RegisterUpload.Failure? = nil, at now: Date) throws {
        try execute(
            """
            UPDATE register_uploads
            SET in_hand = NULL, ended_at = \(now.milliseconds), failure = \(failure?.rawValue)
            WHERE id = \(id) AND in_hand = 1
            """
        )
    }

    func registerUpload(_ id: RegisterRun.ID) throws -> RegisterUpload? {
        try registerUpload(where: "u.id = \(id)")
    }

    func activeRegisterUpload() throws -> RegisterUpload? { try registerUpload(where: "u.in_hand = 1") }

    /// The newest one, which is the unfinished one where there is one.
    func latestRegisterUpload() throws -> RegisterUpload? {
        try registerUpload(where: "u.id = (SELECT MAX(id) FROM register_uploads)")
    }

    /// Whether a run is recorded, and so over.
    func hasRegisterRun(_ id: RegisterRun.ID) throws -> Bool {
        try first("SELECT 1 FROM register_runs WHERE id = \(id)") { try $0.int(0) } != nil
    }

    private func registerUpload(where condition: SQL) throws -> RegisterUpload? {
        try first(
            """
            SELECT u.id, u.register, u.file, u.as_of, u.is_dry, u.allows_fewer, u.allows_closings, u.failure,
                COALESCE(j.attempts, 0), u.created_at, u.ended_at, a.nickname
            FROM register_uploads u LEFT JOIN accounts a ON a.id = u.account_id
                LEFT JOIN jobs j ON j.kind = \(RegisterWorker.name) AND j.key = CAST(u.id AS TEXT)
            WHERE \(condition)
            """
        ) { row in
            guard let register = Register(rawValue: try row.string(1)) else {
                throw DatabaseError.decoding(column: 1, expected: "Register")
            }
            return RegisterUpload(
                id: try row.id(0),
                register: register,
                file: try row.string(2),
                options: RegisterOptions(
                    asOf: try row.optionalString(3),
                    isDryRun: try row.bool(4),
                    allowsFewer: try row.bool(5),
                    allowsClosings: try row.bool(6)
                ),
                failure: try row.optionalString(7).flatMap(RegisterUpload.Failure.init(rawValue:)),
                hasBegun: try row.int(8) > 0,
                createdAt: try row.date(9),
                endedAt: try row.optionalDate(10),
                sentBy: try row.optionalString(11)
            )
        }
    }
}
