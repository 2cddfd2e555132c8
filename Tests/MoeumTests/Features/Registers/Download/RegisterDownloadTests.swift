import Foundation
import Synchronization
import Testing

@testable import Moeum

/// Rounds in which a site fetches registers and imports them.
@Suite(.cleanup)
struct RegisterDownloadTests {
    private struct Died: Error {}

    /// Whether a process has died.
    private final class Death: Sendable {
        private let hasCome = Atomic(false)
        func come() { hasCome.store(true, ordering: .relaxed) }
        func check() throws { if hasCome.load(ordering: .relaxed) { throw Died() } }
    }

    /// Requests that came before the file of an earlier one was whole, or that broke a rule of the test's own.
    private final class Faults: Sendable {
        private let all = Mutex<[String]>([])
        var names: [String] { all.withLock { $0 } }
        func add(_ name: String) { all.withLock { $0.append(name) } }
    }

    @Test("Files come one at a time, are imported once they are all there, and go", arguments: TestEngine.available)
    func fetchRegisters(_ engine: TestEngine) async throws {
        let scene = try await RegisterDownloadScene(on: engine)
        let (faults, day, good) = (Faults(), scene.today, scene.good)
        scene.server.set { download, number in
            // The licences are imported, and their files are gone, before the designations are asked for.
            let there = number > 50 ? [] : RegisterDownloadScene.names.prefix(number - 1).map { "\(day)/\($0)" }
            let whole = scene.downloads.filter { $0.hasSuffix(".csv") }
            if whole != there.sorted() { faults.add(download.name) }
            return good(download, number)
        }
        try await scene.work()
        #expect(scene.server.names == RegisterDownloadScene.names)
        #expect(faults.names.isEmpty)
        #expect(try await scene.runs == ["licences fine", "designations fine"])
        let known = try await scene.registers.known(1)
        #expect(known.operation?.state == .open)
        #expect(known.designation(.model)?.reference.source == "designation-register")
        #expect(scene.downloads == [day])
        // Between two requests a moment passes.
        #expect(scene.waits.all.withLock { $0 } == Array(repeating: 1, count: 51))
    }

    @Test("A round begins once a day, between four and six", arguments: TestEngine.available)
    func keepHours(_ engine: TestEngine) async throws {
        let scene = try await RegisterDownloadScene(on: engine)
        for hour in [6.0, 15, 3.99] {
            scene.move(toHour: hour)
            try await scene.work()
            #expect(scene.server.names.isEmpty, "\(hour)")
        }
        scene.move(toHour: 5.9)
        try await scene.work()
        try await scene.work()
        #expect(scene.server.names.count == 51)
        let next = try #require(try await scene.jobs.next)
        let tomorrow = SeoulDay(scene.clock.now).advanced(by: 1).start
        #expect((tomorrow + 4 * 3_600..<tomorrow + 5.5 * 3_600).contains(next))
        scene.move(toHour: 5.5)
        try await scene.work()
        #expect(scene.server.names.count == 102 && scene.downloads == [scene.today])
    }

    @Test("A busy server is asked again when it says, a minute later at the least", arguments: TestEngine.available)
    func waitForServer(_ engine: TestEngine) async throws {
        let scene = try await RegisterDownloadScene(on: engine)
        let good = scene.good
        scene.server.set { download, number in
            switch number {
            case 3: .init(status: 429, headers: ["Retry-After": "5"])
            case 4: .init(status: 429, headers: ["Retry-After": "120"])
            default: good(download, number)
            }
        }
        try await scene.work()
        var names = RegisterDownloadScene.names
        names.insert(contentsOf: [names[2], names[2]], at: 2)
        #expect(scene.server.names == names)
        #expect(scene.waits.all.withLock { $0.filter { $0 > 1 } } == [60, 120])
        #expect(try await scene.runs == ["licences fine", "designations fine"])
    }

    @Test("A server that stays busy, or wants a long rest, is not waited for", arguments: TestEngine.available)
    func leaveServerAlone(_ engine: TestEngine) async throws {
        let busy = try await RegisterDownloadScene(on: engine)
        busy.server.set { _, _ in .init(status: 429) }
        try await busy.work()
        #expect(busy.server.names.count == 6)
        #expect(try await busy.runs == ["licences unavailable"])

        let tired = try await RegisterDownloadScene(on: engine)
        tired.server.set { _, _ in .init(status: 429, headers: ["Retry-After": "\(25 * 3_600)"]) }
        try await tired.work()
        #expect(tired.server.names.count == 1)
        #expect(try await tired.runs == ["licences unavailable"])
        tired.server.set(tired.good)
        // A day later it still rests.
        tired.move(toHour: 5)
        try await tired.work()
        #expect(tired.server.names.count == 1)
        tired.clock.move(1_801)
        try await tired.work()
        #expect(tired.server.names.count == 52)
    }

    @Test("After a refusal nothing is asked for a day, and staff hear of it", arguments: TestEngine.available)
    func restAfterRefusal(_ engine: TestEngine) async throws {
        let page = "<!DOCTYPE html><title>error</title>"
        let replies: [RegisterFileServer.Reply] = [
            .init(status: 302, headers: ["Location": "/error.html"]), .init(status: 403), .init(body: page),
        ]
        for reply in replies {
            let scene = try await RegisterDownloadScene(on: engine)
            let good = scene.good
            scene.server.set { download, number in number == 2 ? reply : good(download, number) }
            try await scene.work()
            #expect(scene.server.names.count == 2)
            #expect(try await scene.runs == ["licences unavailable"])
            let run = try await scene.registers.lastRun()
            #expect(run.text?.contains("general_restaurants-3010000.csv") == true)
            let events = try await scene.registers.database.read { try $0.untoldEvents(since: .now - 3_600) }
            #expect(events.map(\.kind) == [.failedImport])
            #expect(scene.downloads == [scene.today])
            scene.clock.move(86_400 - 60)
            try await scene.work()
            #expect(scene.server.names.count == 2)
            scene.clock.move(120)
            try await scene.work()
            #expect(scene.server.names.count == 53)
            #expect(try await scene.registers.known(1).operation?.state == .open)
        }
    }

    @Test("A register that lacks a file is left out, and the next one comes", arguments: TestEngine.available)
    func leaveOut(_ engine: TestEngine) async throws {
        let scene = try await RegisterDownloadScene(on: engine)
        let (good, names) = (scene.good, RegisterDownloadScene.names)
        scene.server.set { download, number in number == 3 ? .init(status: 404) : good(download, number) }
        try await scene.work()
        #expect(scene.server.names == Array(names.prefix(3)) + [names[50]])
        #expect(try await scene.runs == ["licences unavailable", "designations fine"])
        #expect(scene.downloads == [scene.today])
        let events = try await scene.registers.database.read { try $0.untoldEvents(since: .now - 3_600) }
        #expect(events.map(\.kind) == [.failedImport])
        // The next round is tomorrow's.
        scene.clock.move(3_600)
        try await scene.work()
        #expect(scene.server.names.count == 4)
    }

    @Test("What failed is tried again later, with the files that are there", arguments: TestEngine.available)
    func continueAfterFailure(_ engine: TestEngine) async throws {
        let scene = try await RegisterDownloadScene(on: engine)
        let (good, names) = (scene.good, RegisterDownloadScene.names)
        scene.server.set { download, number in number == 3 ? .init(status: 500) : good(download, number) }
        try await scene.work()
        #expect(scene.downloads == ([scene.today] + names.prefix(2).map { "\(scene.today)/\($0)" }).sorted())
        #expect(try await scene.jobs.error?.contains(names[2]) == true)
        #expect(try await scene.runs.isEmpty)
        scene.server.set { download, number in number == 52 ? .init(status: 500) : good(download, number) }
        scene.clock.move(400)
        try await scene.work()
        #expect(try await scene.runs == ["licences fine"])
        // Licences that are in are not fetched again.
        scene.clock.move(1_000)
        try await scene.work()
        let last = Array(repeating: names[50], count: 2)
        #expect(scene.server.names == Array(names.prefix(3)) + names[2..<50] + last)
        #expect(try await scene.runs == ["licences fine", "designations fine"])
        #expect(try await scene.jobs.error == nil)
    }

    @Test("A server that fails for hours is asked again the next day", arguments: TestEngine.available)
    func giveUpToday(_ engine: TestEngine) async throws {
        let scene = try await RegisterDownloadScene(on: engine)
        scene.server.set { _, _ in .init(status: 500) }
        for attempt in 1...RegisterDownloadWorker.maxAttempts {
            #expect(try await scene.runs.isEmpty)
            try await scene.work()
            #expect(scene.server.names.count == attempt)
            scene.clock.move(4_600)
        }
        #expect(try await scene.runs == ["licences unavailable"])
        try await scene.work()
        #expect(scene.server.names.count == RegisterDownloadWorker.maxAttempts)
        #expect(try await scene.jobs.error == nil)
    }

    @Test("A process that dies in the middle is continued by another, never beside it", arguments: TestEngine.available)
    func continueAfterDeath(_ engine: TestEngine) async throws {
        let scene = try await RegisterDownloadScene(on: engine)
        let (death, names, server) = (Death(), RegisterDownloadScene.names, scene.server)
        let dying = scene.worker { worker in
            worker.sleep = { _ in
                guard server.names.count == 3 else { return }
                death.come()
                throw Died()
            }
        }
        let database = WatchedDatabase(scene.registers.database) { _ in try death.check() }
        await #expect(throws: Died.self) { try await scene.work(dying, in: database) }
        #expect(server.names == Array(names.prefix(3)))
        try await scene.work()
        #expect(server.names.count == 3)
        // What was not whole is of no use, nor is what another day has left.
        let folder = "\(scene.config.dataDirectory)/register-downloads"
        try Data("\"관".utf8).write(to: URL(filePath: "\(folder)/\(scene.today)/\(names[3]).1.part"))
        try FileManager.default.createDirectory(atPath: "\(folder)/2020-01-01", withIntermediateDirectories: true)
        scene.clock.move(JobLease.length + 1)
        try await scene.work()
        #expect(server.names == names)
        #expect(try await scene.runs == ["licences fine", "designations fine"])
        #expect(scene.downloads == [scene.today])
    }

    @Test("Files are bounded, and the disk keeps room for the site", arguments: TestEngine.available)
    func boundFiles(_ engine: TestEngine) async throws {
        let large = try await RegisterDownloadScene(on: engine)
        try await large.work(large.worker { $0.limits.fileBytes = 50 })
        let names = RegisterDownloadScene.names
        #expect(large.server.names == [names[0], names[50]] && large.downloads == [large.today])
        #expect(try await large.runs == ["licences unavailable", "designations unavailable"])
        let all = try await RegisterDownloadScene(on: engine)
        try await all.work(all.worker { $0.limits.allBytes = 400 })
        #expect((3..<11).contains(all.server.names.count) && all.downloads == [all.today])
        #expect(try await all.runs == ["licences unavailable", "designations unavailable"])
        let full = try await RegisterDownloadScene(on: engine)
        try await full.work(full.worker { $0.limits.spareBytes = .max / 2 })
        #expect(full.server.names.isEmpty)
        #expect(try await full.jobs.error?.contains("no room") == true)
    }

    @Test(
        "Which rows were refused is kept for a month, of a register that comes daily",
        arguments: TestEngine.available
    )
    func forgetRefusals(_ engine: TestEngine) async throws {
        let scene = try await RegisterDownloadScene(on: engine)
        func add(_ register: Register, _ days: Double) async throws {
            let run = RegisterRun(id: .next(), register: register, startedAt: scene.clock.now - days * 86_400)
            try await scene.registers.database.write { transaction in
                var report = RegisterReport(
                    run: run.id,
                    register: register,
                    asOf: "2026-10-01",
                    isDryRun: false,
                    places: 10
                )
                report.rejections = [
                    RegisterRejection(file: "\(days)", line: 2, row: "가게", reason: .malformed, isFieldAlone: false)
                ]
                try transaction.insertRegisterRun(run, report, [], at: run.startedAt)
            }
        }
        try await add(.licences, 31)
        try await add(.licences, 29)
        try await add(.prices, 90)
        try await scene.work()
        let files = try await scene.registers.database.read { transaction in
            try transaction.rows("SELECT file FROM register_refusals ORDER BY file").map { try $0.string(0) }
        }
        #expect(files == ["29.0", "90.0"])
    }

    @Test("A register that a guard holds back changes nothing, and the next one comes", arguments: TestEngine.available)
    func holdBack(_ engine: TestEngine) async throws {
        let scene = try await RegisterDownloadScene(on: engine)
        let (few, good) = (try scene.registers.openLicences(3), scene.good)
        let text = try String(contentsOfFile: few, encoding: .utf8)
        scene.server.set { download, number in
            download.name == "general_restaurants-3220000.csv" ? .init(body: text) : good(download, number)
        }
        try await scene.work()
        #expect(try await scene.runs == ["licences few-places", "designations fine"])
        #expect(try await scene.registers.known(1).operation == nil)
        #expect(scene.server.names.count == 51 && scene.downloads == [scene.today])
    }
}
