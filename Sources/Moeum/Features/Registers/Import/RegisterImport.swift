import Foundation

/// Takes what a public register says of our places from files that an operator downloaded.
package struct RegisterImport: Sendable {
    let register: Register
    private let run: RegisterRun.ID
    let options: RegisterOptions
    let database: any Database
    let districts: Districts
    private let dongs: DongTable
    private let described: [Source]
    private let reader: RegisterReader

    /// - Parameters:
    ///   - paths: the register's files; together they are the register.
    ///   - dataDirectory: the folder with `sources.json` and the districts.
    package init(
        register: Register,
        paths: [String],
        options: RegisterOptions,
        database: any Database,
        dataDirectory: String
    ) throws {
        try self.init(
            register: register,
            files: paths.map { RegisterFile(path: $0) },
            options: options,
            database: database,
            dataDirectory: dataDirectory
        )
    }

    /// - Parameter run: the number of its run; one that is recorded already cannot be recorded again, and changes nothing.
    init(
        register: Register,
        files: [RegisterFile],
        run: RegisterRun.ID = .next(),
        options: RegisterOptions,
        database: any Database,
        dataDirectory: String
    ) throws {
        (self.register, self.run, self.options, self.database) = (register, run, options, database)
        districts = try Districts.load(from: dataDirectory)
        dongs = try DongTable.load(from: dataDirectory)
        // A place that moved stands at the middle of its dong until there is a point.
        let sources = [register.source, DongTable.source]
        described = try Source.all(in: dataDirectory).filter { sources.contains($0.id) }
        reader = RegisterReader(
            register: register,
            files: files,
            districts: try RegisterDistricts(from: dataDirectory)
        )
    }

    /// Reads all files, then changes everything in one transaction, or nothing: where a file cannot be read as a whole or a
    /// guard holds the register back, the report names the failure.
    /// - Parameter onProgress: gets a file's name, and how many bytes of how many are read.
    package func run(onProgress: @escaping @Sendable (String, Int, Int) -> Void, at now: Date = .now) async throws
        -> RegisterReport
    {
        let run = RegisterRun(id: run, register: register, startedAt: now)
        let today = SeoulTime(now).isoDay
        let places = try await database.read { [districts] in
            RegisterPlaces(try $0.registerPlaces(districts), districts)
        }
        let reading: RegisterPlan.Reading
        do {
            // For long, which threads that serve requests must not.
            reading = try await BlockingThreadPool(threads: 1).run { [reader] in
                try reader.read(places, today: today, onProgress)
            }
        } catch let error as RegisterFile.Error {
            return try await saveFailure(RegisterFailure(error), of: run, places, today)
        }
        try Task.checkCancellation()
        let asOf = options.asOf ?? reading.summary.newestDay ?? today
        let plan = RegisterPlan(run, options, asOf: asOf, places, reading, districts, dongs)
        return try await save(plan, at: now)
    }

    private func save(_ plan: RegisterPlan, at now: Date) async throws -> RegisterReport {
        let finish = { @Sendable [described, options] (transaction: Transaction) throws -> RegisterReport in
            var plan = plan
            try plan.work(transaction)
            if !options.isDryRun {
                try transaction.saveSources(described)
                for update in plan.updates { try transaction.saveRegisterUpdate(update, plan, at: now) }
            }
            try transaction.insertRegisterRun(plan.run, plan.report, plan.updates, at: max(now, .now))
            return plan.report
        }
        let report = try await database.write(finish)
        if !options.isDryRun { try await database.mergePlaceSearchIndex() }
        return report
    }

    private func saveFailure(
        _ failure: RegisterFailure,
        of run: RegisterRun,
        _ places: RegisterPlaces,
        _ today: String
    ) async throws -> RegisterReport {
        var report = RegisterReport(
            run: run.id,
            register: register,
            asOf: options.asOf ?? today,
            isDryRun: options.isDryRun,
            places: places.count(for: register)
        )
        report.failure = failure
        return try await database.write { [report] transaction in
            try transaction.insertRegisterRun(run, report, [], at: max(run.startedAt, .now))
            return report
        }
    }
}

extension RegisterFailure {
    fileprivate init(_ error: RegisterFile.Error) {
        code =
            switch error.code {
            case .html: .html
            case .truncated: .truncated
            case .unreadable: .unreadable
            case .columns, .foreign: .columns
            }
        text = error.description
    }
}
