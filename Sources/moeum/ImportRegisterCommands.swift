import ArgumentParser
import Foundation
import Logging
import Moeum

/// Takes a public register from files.
protocol ImportRegisterCommand: SiteCommand {
    static var register: Register { get }

    var files: RegisterArguments { get }

    /// Imports the files that were named, or those that the command fetches.
    func take(_ config: Config, _ progress: TerminalProgress) async throws -> RegisterReport
}

/// What the commands for all registers take.
struct RegisterArguments: ParsableArguments {
    @Argument(help: "The register's files: one for all of Seoul, or one for each district.") var paths: [String] = []
    @Option(help: "The register's day (2026-11-24); else the newest day in its rows.") var asOf: String?
    @Flag(help: "Changes nothing, and says what it would change.") var dryRun = false
    @Flag(help: "Takes far fewer rows, or far fewer of our places, than a register ought to have.") var allowFewer =
        false
    @Flag(help: "Lets more than 5 % of the matched places close.") var allowClosings = false

    func validate() throws {
        if let asOf, !RegisterOptions.isDay(asOf) {
            throw ValidationError("--as-of takes a day from 1950-01-01 to today in Seoul, such as 2026-11-24")
        }
    }

    var options: RegisterOptions {
        RegisterOptions(asOf: asOf, isDryRun: dryRun, allowsFewer: allowFewer, allowsClosings: allowClosings)
    }
}

extension ImportRegisterCommand {
    /// The end of each command's help.
    static var ending: String {
        """
        Everything is changed at once, or nothing: a file is taken whole or not at all. A district with fewer than 70 % of \
        its last rows is held back; fewer than 80 % of our places found by their permits, or more than 5 % of them newly \
        closed, hold everything back. Ends with 0 when all went well, 3 when rows were refused or districts held back, 1 \
        when nothing was taken. The last line says `matched N of M`.
        """
    }

    func validate() throws {
        if files.paths.isEmpty { throw ValidationError("name the register's files") }
    }

    func take(_ config: Config, _ progress: TerminalProgress) async throws -> RegisterReport {
        try await take(files.paths, config, progress)
    }

    func take(_ paths: [String], _ config: Config, _ progress: TerminalProgress) async throws -> RegisterReport {
        try await config.withDatabase { database, _ in
            try await RegisterImport(
                register: Self.register,
                paths: paths,
                options: files.options,
                database: database,
                dataDirectory: "\(config.resourceDirectory)/Data"
            ).run { name, done, size in progress.show("\(name): \(done * 100 / max(1, size)) %") }
        }
    }

    func run(_ config: Config) async throws {
        let progress = TerminalProgress()
        defer { progress.clear() }
        let report = try await take(config, progress)
        progress.clear()
        if let failure = report.failure {
            config.logger().error("a register was not taken", metadata: ["why": .string(failure.text)])
        }
        for line in report.lines { print(line) }
        if report.exitCode != 0 { throw ExitCode(report.exitCode) }
    }
}

/// Takes the licences of restaurants.
struct ImportLicencesCommand: ImportRegisterCommand {
    static let register = Register.licences
    static let configuration = configured(
        "licences",
        abstract: "Takes from the licence register which places are still there, and where.",
        discussion: """
            For the files of 일반음식점 and 휴게음식점 that file.localdata.go.kr offers. A place is found by its permit number \
            alone. Its state, its name today, its phone, its address and its exact position are taken; a place that is not \
            found keeps what is known. What staff corrected stays.

            \(ending)
            """
    )

    @OptionGroup var files: RegisterArguments
}

/// Takes the designations of model restaurants.
struct ImportDesignationsCommand: ImportRegisterCommand {
    static let register = Register.designations
    static let configuration = configured(
        "designations",
        abstract: "Takes when model restaurants were designated, and when no more.",
        discussion: """
            For the file of 모범음식점정보 that file.localdata.go.kr offers. A place is found by its permit number alone. A \
            revoked designation becomes history, and the place stays listed.

            \(ending)
            """
    )

    @OptionGroup var files: RegisterArguments
}

/// Takes the hygiene grades.
struct ImportGradesCommand: ImportRegisterCommand {
    static let register = Register.grades
    static let configuration = configured(
        "grades",
        abstract: "Takes which places have a hygiene grade, and until when.",
        discussion: """
            For the list of 식품안심업소 (foodsafetykorea.go.kr, C004), as the API's JSON or as CSV, or fetched with --key. A \
            place is found by its road address together with its name or its phone; where two could be meant, none is.

            The API is plain HTTP, with the key in the address: whoever carries the request can read the key, and could \
            change the answer. Use a key made for nothing else.

            \(ending)
            """
    )

    @OptionGroup var files: RegisterArguments
    @Option(help: "Fetches the list with this key instead of reading files.") var key: String?
    @Option(help: "Fetches it from here.") var baseUrl = GradeClient.address

    func validate() throws {
        guard files.paths.isEmpty == (key == nil) else { return }
        throw ValidationError("name the register's files, or --key")
    }

    func take(_ config: Config, _ progress: TerminalProgress) async throws -> RegisterReport {
        guard let key else { return try await take(files.paths, config, progress) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "moeum-grades-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let client = GradeClient(key: key, baseURL: baseUrl.hasSuffix("/") ? String(baseUrl.dropLast()) : baseUrl)
        let paths = try await client.fetch(into: folder.path) { progress.show("\($0) of \($1) rows") }
        return try await take(paths, config, progress)
    }
}

/// Takes the prices of good-price shops.
struct ImportPricesCommand: ImportRegisterCommand {
    static let register = Register.prices
    static let configuration = configured(
        "prices",
        abstract: "Takes the dishes and prices of good-price shops.",
        discussion: """
            For the list of 착한가격업소 that data.go.kr offers, four times a year. A place is found by its road address \
            together with its name or its phone; where two could be meant, none is.

            \(ending)
            """
    )

    @OptionGroup var files: RegisterArguments
}
