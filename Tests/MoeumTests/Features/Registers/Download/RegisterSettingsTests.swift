import Foundation
import Testing

@testable import Moeum

/// Whether a site fetches registers, and what staff see of it.
@Suite(.cleanup)
struct RegisterSettingsTests {
    private static let production = [
        "MOEUM_ENVIRONMENT": "production", "MOEUM_BASE_URL": "https://moeum.example",
        "MOEUM_SMTP_URL": "smtps://mail.example", "MOEUM_MAIL_FROM": "hello@moeum.example",
    ]

    private func config(_ settings: [String: String]) throws -> Config {
        try Config { ["MOEUM_RESOURCES": Project.root.path].merging(settings) { $1 }[$0] }
    }

    @Test("Registers are fetched only where somebody says so, and in development only from an address that is given")
    func readSettings() throws {
        let on = ["MOEUM_REGISTERS": "on"]
        #expect(try config([:]).registersURL == nil)
        #expect(try config(["MOEUM_REGISTERS_URL": "https://files.example"]).registersURL == nil)
        let error = try #require(#expect(throws: Config.Error.self) { try config(on) })
        #expect(error.description.hasPrefix("MOEUM_REGISTERS=on needs MOEUM_REGISTERS_URL"))
        #expect(!error.description.contains("\n"))
        let given = on.merging(["MOEUM_REGISTERS_URL": "http://127.0.0.1:9000//"]) { $1 }
        #expect(try config(given).registersURL == "http://127.0.0.1:9000")
        #expect(try config(Self.production).registersURL == nil)
        #expect(try config(Self.production.merging(on) { $1 }).registersURL == "https://file.localdata.go.kr")
        #expect(try config(Self.production.merging(given) { $1 }).registersURL == "http://127.0.0.1:9000")
    }

    @Test(
        "Plain HTTP is for this machine alone",
        arguments: [
            "http://files.example", "http://127.0.0.1@files.example", "http://localhost.example", "ftp://127.0.0.1",
            "https://", "https://a@files.example", "https://files.example?a=b", "http://127.0.0.1:80@files.example",
        ]
    )
    func refuseAddresses(_ address: String) {
        #expect(throws: Config.Error.self) { try config(["MOEUM_REGISTERS_URL": address]) }
    }

    @Test("A site that fetches none has no such job", arguments: TestEngine.available)
    func askNobody(_ engine: TestEngine) async throws {
        let server = RegisterFileServer { _, _ in .init(status: 403) }
        let url = ["MOEUM_REGISTERS_URL": try await server.start()]
        let off = try await TestSite(on: engine, settings: url)
        #expect(!off.app.jobKinds.contains { $0.name == RegisterDownloadWorker.name })
        let on = try await TestSite(on: engine, settings: url.merging(["MOEUM_REGISTERS": "on"]) { $1 })
        on.clock.move((SeoulDay(on.now).advanced(by: 1).start + 4.5 * 3_600).timeIntervalSince(on.now))
        try await on.runJobs(RegisterDownloadWorker.name)
        #expect(server.names == ["general_restaurants-3000000.csv"])
    }

    @Test("How old a register is stands in the diagnostics and the metrics", arguments: TestEngine.available)
    func showAge(_ engine: TestEngine) async throws {
        let settings = ["MOEUM_REGISTERS": "on", "MOEUM_REGISTERS_URL": "http://127.0.0.1:1"]
        let site = try await TestSite(on: engine, settings: settings)
        func state() async throws -> Diagnosis.State {
            let builder = DiagnosticsBuilder(site.app, .english)
            return try await site.app.database.read { builder.registers(try $0.registerStandings()).state }
        }
        func add(_ register: Register, _ failure: RegisterFailure.Code? = nil, isDryRun: Bool = false) async throws {
            let run = RegisterRun(id: .next(), register: register, startedAt: site.now)
            let report = RegisterReport(
                run: run.id,
                register: register,
                asOf: "2026-11-20",
                isDryRun: isDryRun,
                places: 10,
                failure: failure.map { RegisterFailure(code: $0, text: "made up") }
            )
            let now = site.now
            try await site.app.database.write { try $0.insertRegisterRun(run, report, [], at: now) }
        }
        #expect(try await state() == .look)
        #expect(await !SiteMetrics(app: site.app).text().contains("moeum_register_age_seconds"))
        try await add(.licences)
        #expect(try await state() == .look)
        try await add(.designations)
        #expect(try await state() == .fine)
        site.clock.move(86_400)
        try await add(.licences, .unavailable, isDryRun: true)
        #expect(try await state() == .fine)
        try await add(.licences, .unavailable)
        #expect(try await state() == .look)
        let text = await SiteMetrics(app: site.app).text()
        let age = try #require(text.firstMatch(of: /moeum_register_age_seconds\{register="licences"\} ([0-9.]+)\n/))
        #expect(try abs(#require(Double(age.output.1)) - 86_400) < 1)
        try await add(.licences)
        #expect(try await state() == .fine)
        site.clock.move(14 * 86_400)
        // The designations are a day older.
        #expect(try await state() == .look)
        try await add(.designations)
        #expect(try await state() == .fine)
        let checks = try await Doctor(app: site.app, repairs: false).run()
        #expect(checks.first { $0.name == "registers" }?.state == .ok)
    }

    @Test("Registers that operators import by hand may be older") func judgeAge() {
        let now = Date(timeIntervalSince1970: 1_773_500_000)
        func state(_ days: Double?, hasFailed: Bool = false, isFetched: Bool) -> Diagnosis.State {
            .register(takenAt: days.map { now - $0 * 86_400 }, hasFailed: hasFailed, isFetched: isFetched, at: now)
        }
        #expect(state(14, isFetched: true) == .fine && state(15, isFetched: true) == .look)
        #expect(state(nil, isFetched: true) == .look && state(40, isFetched: false) == .fine)
        #expect(state(1, hasFailed: true, isFetched: true) == .look)
        #expect(state(1, hasFailed: true, isFetched: false) == .look)
    }
}
