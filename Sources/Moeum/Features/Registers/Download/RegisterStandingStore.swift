import Foundation

/// How a register stands; dry runs do not count.
struct RegisterStanding: Sendable, Equatable {
    let register: Register
    /// When it was last taken; nil for never.
    let takenAt: Date?
    /// Why the last import took nothing; nil where it took something.
    let failure: RegisterFailure.Code?
    /// When that was.
    let endedAt: Date
}

extension Transaction {
    /// Of the registers that were ever imported, or were to be.
    func registerStandings() throws -> [RegisterStanding] {
        try Register.allCases.compactMap { register in
            let isOfRegister: SQL = "register = \(register.rawValue) AND is_dry = 0"
            let last = try first(
                "SELECT failure, finished_at FROM register_runs WHERE \(isOfRegister) ORDER BY finished_at DESC, id DESC LIMIT 1"
            ) { (failure: try $0.optionalString(0), at: try $0.date(1)) }
            guard let last else { return nil }
            let taken = try first(
                """
                SELECT finished_at FROM register_runs WHERE \(isOfRegister) AND failure IS NULL
                ORDER BY finished_at DESC, id DESC LIMIT 1
                """
            ) { try $0.date(0) }
            let failure = last.failure.flatMap(RegisterFailure.Code.init(rawValue:))
            return RegisterStanding(register: register, takenAt: taken, failure: failure, endedAt: last.at)
        }
    }

    /// Whether an import of the register began since a time, whatever became of it.
    func hasRegisterRun(of register: Register, since time: Date) throws -> Bool {
        try first(
            """
            SELECT 1 FROM register_runs
            WHERE register = \(register.rawValue) AND is_dry = 0 AND started_at >= \(time.milliseconds) LIMIT 1
            """
        ) { try $0.int(0) } != nil
    }

    /// Deletes which rows the register's imports before a time refused; their figures stay.
    func deleteRegisterRefusals(of register: Register, before time: Date) throws {
        try execute(
            """
            DELETE FROM register_refusals WHERE run_id IN (
                SELECT id FROM register_runs
                WHERE register = \(register.rawValue) AND finished_at < \(time.milliseconds))
            """
        )
    }

    /// Until when the registers' server wants to be left alone; nil where it never said so.
    func registerServerBusyUntil() throws -> Date? {
        try siteValue("register-server-busy-until").flatMap { Int64($0) }.map { Date(milliseconds: $0) }
    }

    func setRegisterServerBusy(until time: Date) throws {
        try setSiteValue("register-server-busy-until", to: String(time.milliseconds))
    }
}
