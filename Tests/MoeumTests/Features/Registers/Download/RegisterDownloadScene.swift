import Foundation
import Logging
import Synchronization
import Testing

@testable import Moeum

/// Places with permits, a server with the registers' files about them, and the work that fetches these at half past four.
struct RegisterDownloadScene: Sendable {
    /// How long the work has waited, in seconds.
    final class Waits: Sendable {
        let all = Mutex<[TimeInterval]>([])
    }

    /// The names of all files in the order in which they are fetched.
    static let names =
        ["general_restaurants", "rest_cafes"].flatMap { slug in
            (0..<25).map { "\(slug)-\(3_000_000 + $0 * 10_000).csv" }
        } + ["excellent_restaurant_info-6110000_ALL.csv"]

    let registers: RegisterScene
    let server: RegisterFileServer
    let config: Config
    let clock = TestClock()
    let waits = Waits()
    /// What the server has, where nothing is wrong with it.
    let good: RegisterFileServer.Answer
    private let address: String

    init(on engine: TestEngine = .sqlite) async throws {
        registers = try await RegisterScene(on: engine)
        good = try Self.files(registers)
        server = RegisterFileServer(good)
        address = try await server.start()
        let settings = ["MOEUM_DATA_DIR": try temporaryFolder(), "MOEUM_RESOURCES": Project.root.path]
        config = try Config { settings[$0] }
        move(toHour: 4.5)
        let (worker, now) = (worker(), clock.now)
        try await registers.database.write { try $0.registerJob(worker, at: now) }
    }

    /// Open licences of Gangnam-gu, headers alone of the other districts, and valid designations.
    private static func files(_ registers: RegisterScene) throws -> RegisterFileServer.Answer {
        func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
        let (open, none) = (try text(try registers.openLicences()), try text(try registers.licences([])))
        let columns = ["관리번호", "업소명", "지정일자", "재지정일자", "지정취소일자", "지정취소사유", "영업상태명", "폐업일자", "데이터갱신시점"]
        let rows = (1...10).map { number in
            [RegisterScene.permit(number), "가게\(number)호", "2015-06-30", "", "", "", "영업", "", "2026-11-20 01:00:00"]
        }
        let designations = try text(try registers.file([columns] + rows, "designations.csv"))
        return { download, _ in
            if download.slug == "excellent_restaurant_info" { return .init(body: designations) }
            return .init(body: download.name == "general_restaurants-3220000.csv" ? open : none)
        }
    }

    /// To the next time that it is so late in Seoul.
    func move(toHour hour: Double) {
        let next = SeoulDay(clock.now).advanced(by: 1).start + hour * 3_600
        clock.move(next.timeIntervalSince(clock.now))
    }

    func worker(_ change: (inout RegisterDownloadWorker) -> Void = { _ in }) -> RegisterDownloadWorker {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var worker = RegisterDownloadWorker(server: RegisterServer(address: address), config: config, logger: logger)
        worker.limits.spareBytes = 0
        worker.sleep = { [waits, clock] seconds in
            waits.all.withLock { $0.append(seconds.rounded()) }
            clock.move(seconds)
        }
        change(&worker)
        return worker
    }

    /// Does what is due.
    func work(_ worker: RegisterDownloadWorker? = nil, in database: (any Database)? = nil) async throws {
        let clock = clock
        try await JobWorker.quiet(database ?? registers.database) { clock.now }.drain(worker ?? self.worker())
    }

    var jobs: JobCounts {
        get async throws {
            let now = clock.now
            return try await registers.database.read { try $0.jobCounts(of: RegisterDownloadWorker.name, at: now) }
        }
    }

    /// The register and the failure of each run, in their order.
    var runs: [String] {
        get async throws {
            try await registers.database.read { transaction in
                try transaction.rows("SELECT register, failure FROM register_runs ORDER BY id").map {
                    "\(try $0.string(0)) \(try $0.optionalString(1) ?? "fine")"
                }
            }
        }
    }

    /// The folders of days and the files in them.
    var downloads: [String] {
        let folder = "\(config.dataDirectory)/register-downloads"
        return (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
    }

    var today: String { SeoulDay(clock.now).text }
}
