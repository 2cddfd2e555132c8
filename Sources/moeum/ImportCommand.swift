import ArgumentParser
import Moeum

/// Imports places.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Brings places in.",
        subcommands: [
            ImportSeoulCommand.self, ImportFileCommand.self, ImportPositionsCommand.self, ImportLicencesCommand.self,
            ImportDesignationsCommand.self, ImportGradesCommand.self, ImportPricesCommand.self,
            ImportBookshopsCommand.self,
        ]
    )
}

/// Imports a CSV file in the schema of `Data/`.
struct ImportFileCommand: SiteCommand {
    static let configuration = configured(
        "file",
        abstract: "Imports places from a CSV file.",
        discussion: """
            UTF-8 with a header: source_key, kind, name, category, district, road_address, lot_address, phone, menu, \
            lat, lon, precision, designated_on, hours, link, description. Only source_key, kind, name and district \
            are required; source and as_of (a day, a month or a year) may say where a row comes from. A place of a file is \
            known by its kind and source_key, whatever the file is called. Rows that cannot be taken are named with their line, as \
            are fields that cannot be read; the others are imported. Ends with 3 where rows were refused.
            """
    )

    @Argument(help: "The file.") var path: String

    func run(_ config: Config) async throws {
        let file = try FileLoader(path: path, dataDirectory: "\(config.resourceDirectory)/Data")
        let counts = try await config.withDatabase { database, _ in try await file.load(into: database) }
        for field in file.content.unreadFields { print(field) }
        for rejection in file.content.rejections { print(rejection.rejection) }
        print(
            "\(counts.inserted) new, \(counts.changed) changed, \(counts.unchanged) unchanged, "
                + "\(file.content.rejections.count) refused"
        )
        if !file.content.rejections.isEmpty { throw ExitCode(3) }
    }
}
