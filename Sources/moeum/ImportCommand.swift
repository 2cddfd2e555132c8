import ArgumentParser
import Foundation
import Moeum

/// Brings places in.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Brings places in.",
        subcommands: [ImportSeoulCommand.self, ImportFileCommand.self]
    )
}

/// Imports a CSV file in the schema of `Data/`.
struct ImportFileCommand: SiteCommand {
    static let configuration = CommandConfiguration(
        commandName: "file",
        abstract: "Imports places from a CSV file.",
        discussion: """
            UTF-8 with a header: source_key, kind, name, category, district, road_address, lot_address, phone, menu, \
            lat, lon, precision, designated_on, hours, link, description. Only source_key, kind, name and district \
            are required; source and as_of (a day, a month or a year) may say where a row comes from. Rows that \
            cannot be taken are named with their line; the others are imported.

            \(Setting.help(settings))
            """
    )

    @Argument(help: "The file.") var path: String

    func run(_ config: Config) async throws {
        let data = "\(config.resourceDirectory)/Data"
        let districts = try Districts.load(from: data)
        let startedAt = Date.now.milliseconds
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        let today = SeoulTime(.now).isoDay
        let source = SourceReference(source: "file:\(name)", asOf: today)
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Config.Fault(description: "\(path) cannot be read as UTF-8")
        }
        let reader = FileImport(districts: districts, source: source, dongs: try DongTable.load(from: data))
        let content = try reader.read(text)
        let known = try Source.all(in: data)
        let counts = try await openDatabase(config).closing { database in
            try await Migrator().migrate(database)
            return try await database.write { transaction in
                for source in known { try transaction.save(source) }
                let named = Set(content.records.map(\.source.source))
                for name in named where !known.contains(where: { $0.id == name }) {
                    try transaction.save(
                        Source(id: name, nameKo: name, nameEn: name, url: nil, licence: nil, asOf: today)
                    )
                }
                return try transaction.importAll(content, districts, startedAt: startedAt)
            }
        }
        for refusal in content.refusals { print(refusal.refusal) }
        print(
            "\(counts.inserted) new, \(counts.changed) changed, \(counts.unchanged) unchanged, "
                + "\(content.refusals.count) refused"
        )
    }
}
