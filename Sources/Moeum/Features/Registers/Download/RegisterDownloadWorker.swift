import Foundation
import Logging
import ServiceLifecycle

/// Fetches registers once a day and imports them. A round that was broken off goes on with the files that are there.
struct RegisterDownloadWorker: JobKind {
    /// How much is fetched, and how fast; less in tests.
    struct Limits: Sendable {
        var fileBytes = 64 << 20
        /// Of all files of a register.
        var allBytes = 1 << 30
        /// Bytes that stay free on the disk for the site itself.
        var spareBytes = Int64(500_000_000)
        /// Between two requests, in seconds.
        var pause: TimeInterval = 1
        /// How many seconds a busy server is waited for within a round, and how often.
        var longestWait: TimeInterval = 900
        var maxWaits = 5
    }

    static let name = "registers"
    /// The hours of Seoul in which a round begins.
    static let quietHours = 4..<6
    /// From their beginning; sites do not all begin at the same minute.
    private static let spread: TimeInterval = 5_400
    /// How long nothing is fetched after a refusal, and how long refused rows are kept, in seconds.
    private static let (rest, refusalLifetime): (TimeInterval, TimeInterval) = (86_400, 30 * 86_400)
    /// After so many failures, some hours, the next round is tomorrow's.
    static let maxAttempts = 6

    let server: RegisterServer
    let config: Config
    let logger: Logger
    var limits = Limits()
    /// Waits for so many seconds.
    var sleep: @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }

    var name: String { Self.name }
    var rules: JobRules {
        JobRules(backoff: RetryBackoff(firstDelay: 300, maxAttempts: .max), interval: 86_400)
    }

    func hasWork(_ transaction: Transaction, at now: Date) throws -> Bool {
        guard Self.quietHours.contains(SeoulTime(now).hour) else { return false }
        return try transaction.registerServerBusyUntil().map { $0 <= now } ?? true
    }

    func run(_ hold: JobHold) async throws -> JobResult {
        let folder = RegisterDownloadFolder(dataDirectory: config.dataDirectory, day: SeoulDay(hold.clock()))
        try folder.prepare()
        // A signal to stop ends the request; the next process goes on.
        return try await cancelWhenGracefulShutdown {
            for register in RegisterDownload.registers {
                // What was imported before the process died is not fetched again.
                let since = hold.job.dueAt
                if try await hold.database.read({ try $0.hasRegisterRun(of: register, since: since) }) { continue }
                if let end = try await take(register, folder, hold) { return end }
            }
            return end(at: hold.clock(), again: Self.nextStart(after: hold.clock()))
        }
    }

    /// Fetches a register and imports it.
    /// - Returns: how the round ends, where nothing more is fetched today.
    private func take(
        _ register: Register,
        _ folder: RegisterDownloadFolder,
        _ hold: JobHold
    ) async throws -> JobResult? {
        let downloads = RegisterDownload.all(of: register, authorities: try authorities())
        do {
            try await fetch(downloads, into: folder, hold)
        } catch RegisterServer.Failure.refused(let reason) {
            folder.remove(downloads)
            try await recordFailure(of: register, "\(reason); the site asks again in a day", hold)
            return end(at: hold.clock(), again: hold.clock() + Self.rest)
        } catch RegisterServer.Failure.missing(let reason) {
            folder.remove(downloads)
            try await recordFailure(of: register, reason, hold)
            return nil
        } catch RegisterServer.Failure.failed(let reason) {
            guard hold.job.attempts >= Self.maxAttempts else { throw JobFailure(reason: reason) }
            try await recordFailure(of: register, reason, hold)
            return end(at: hold.clock(), again: Self.nextStart(after: hold.clock()))
        }
        let report = try await importer(of: register, downloads.map(folder.path), hold.database)
            .run(onProgress: { _, _, _ in }, at: hold.clock())
        folder.remove(downloads)
        log(report)
        return nil
    }

    /// Fetches the files that are not there yet, one after the other.
    private func fetch(
        _ downloads: [RegisterDownload],
        into folder: RegisterDownloadFolder,
        _ hold: JobHold
    ) async throws {
        var bytes = downloads.reduce(0) { $0 + (folder.size(of: $1) ?? 0) }
        var waits = 0
        for download in downloads where folder.size(of: download) == nil {
            while true {
                try await waitForServer(hold)
                do {
                    bytes += try await fetch(download, into: folder, upTo: limits.allBytes - bytes, hold)
                    break
                } catch RegisterServer.Failure.busy(let seconds) {
                    let end = hold.clock() + seconds
                    try await hold.database.write { try $0.setRegisterServerBusy(until: end) }
                    waits += 1
                    guard waits <= limits.maxWaits else {
                        throw RegisterServer.Failure.refused("the server was too busy for \(download.name)")
                    }
                }
            }
            try await sleep(limits.pause)
        }
    }

    /// - Returns: bytes of the file.
    private func fetch(
        _ download: RegisterDownload,
        into folder: RegisterDownloadFolder,
        upTo rest: Int,
        _ hold: JobHold
    ) async throws -> Int {
        let limit = min(limits.fileBytes, rest)
        guard limit > 0 else {
            throw RegisterServer.Failure.missing("the files are larger than \(limits.allBytes >> 20) MB")
        }
        if let room = folder.room, room < Int64(limit) + limits.spareBytes {
            throw RegisterServer.Failure.failed("the disk has no room for \(download.name)")
        }
        let part = folder.path(ofPart: download, for: hold.job.lease)
        defer { unlink(part) }
        try await server.fetch(download, to: part, upTo: limit, at: hold.clock())
        return Int(try DurableFile.move(part, to: folder.path(of: download)))
    }

    /// Also another process may have been told to leave the server alone.
    private func waitForServer(_ hold: JobHold) async throws {
        guard let end = try await hold.database.read({ try $0.registerServerBusyUntil() }) else { return }
        let seconds = end.timeIntervalSince(hold.clock())
        guard seconds > 0 else { return }
        guard seconds <= limits.longestWait else {
            throw RegisterServer.Failure.refused("the server wants to be left alone for \(Int(seconds)) seconds")
        }
        try await sleep(seconds)
    }

    private func end(at now: Date, again: Date) -> JobResult {
        JobResult(again: again) { transaction in
            for register in RegisterDownload.registers {
                try transaction.deleteRegisterRefusals(of: register, before: now - Self.refusalLifetime)
            }
        }
    }

    /// Some time in tomorrow's quiet hours.
    private static func nextStart(after now: Date) -> Date {
        let hours = TimeInterval(quietHours.lowerBound) * 3_600
        return SeoulDay(now).advanced(by: 1).start + hours + .random(in: 0..<spread)
    }
}

extension RegisterDownloadWorker {
    private var facts: String { "\(config.resourceDirectory)/Data" }

    private func authorities() throws -> [Int] { try RegisterDistricts(from: facts).authorities }

    private func importer(of register: Register, _ paths: [String], _ database: any Database) throws -> RegisterImport {
        try RegisterImport(
            register: register,
            paths: paths,
            options: RegisterOptions(),
            database: database,
            dataDirectory: facts
        )
    }

    /// Staff hear of it as of an import that was held back.
    private func recordFailure(of register: Register, _ reason: String, _ hold: JobHold) async throws {
        logger.warning("a register was not fetched", metadata: ["why": .string(reason)])
        try await importer(of: register, [], hold.database)
            .recordFailure(RegisterFailure(code: .unavailable, text: reason), at: hold.clock())
    }

    private func log(_ report: RegisterReport) {
        let what = Logger.MetadataValue.string("\(report.register.rawValue): \(report.total.line)")
        guard let failure = report.failure else {
            return logger.info("took a register", metadata: ["what": what])
        }
        logger.warning("a register was not taken", metadata: ["what": what, "why": .string(failure.text)])
    }
}

extension RegisterImport {
    /// Records that there was nothing to import, and why.
    fileprivate func recordFailure(_ failure: RegisterFailure, at now: Date) async throws {
        let run = RegisterRun(id: .next(), register: register, startedAt: now)
        let places = try await database.read { [districts] in
            RegisterPlaces(try $0.registerPlaces(districts), districts)
        }
        var report = RegisterReport(
            run: run.id,
            register: register,
            asOf: SeoulTime(now).isoDay,
            isDryRun: false,
            places: places.count(for: register)
        )
        report.failure = failure
        try await database.write { [report] in try $0.insertRegisterRun(run, report, [], at: max(now, .now)) }
    }
}
