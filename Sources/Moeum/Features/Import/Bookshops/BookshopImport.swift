import Foundation

/// Imports a list of bookshops: the culture register's file or its API's answers, or Seoul's list.
package struct BookshopImport: Sendable {
    /// What an import did.
    package struct Report: Sendable {
        package let rejections: [FileImport.Rejection]
        package let unreadFields: [FileImport.UnreadField]
        /// Rows outside of Seoul.
        package let elsewhere: Int
        package var counts = ImportCounts()
        /// Shops that are known from another list, at the same address by the same name.
        package var known = 0

        /// What there is to say, line by line; the counts come last.
        package var lines: [String] {
            unreadFields.map(\.description) + rejections.map(\.rejection.description) + [
                "\(counts.inserted) new, \(counts.changed) changed, \(counts.unchanged) unchanged, "
                    + "\(known) known from another list, \(elsewhere) outside of Seoul, \(rejections.count) refused"
            ]
        }

        /// 0 where all went well, 3 where rows were refused, 1 where nothing was taken.
        package var exitCode: Int32 {
            if counts.inserted + counts.changed + counts.unchanged + known == 0 { return 1 }
            return rejections.isEmpty ? 0 : 3
        }
    }

    let form: BookshopFile.Form
    let content: BookshopReader.Content
    private let described: [Source]
    private let districts: Districts
    private let startedAt = Date.now.milliseconds

    /// Reads the file; throws where it is invalid as a whole.
    /// - Parameters:
    ///   - asOf: the list's day (`yyyy-MM-dd`); nil takes the one in the file's name, else today.
    ///   - dataDirectory: the folder with `sources.json` and the districts.
    package init(path: String, asOf: String?, dataDirectory: String) throws {
        let file = RegisterFile(path: path)
        let list = try BookshopFile(file)
        form = list.form
        districts = try Districts.load(from: dataDirectory)
        described = try Source.all(in: dataDirectory).filter { $0.id == list.form.source }
        let today = SeoulTime(.now).isoDay
        content = BookshopReader(
            districts: districts,
            dongs: try DongTable.load(from: dataDirectory),
            asOf: asOf ?? Self.day(inName: file.name, upTo: today) ?? today
        ).read(list)
    }

    /// The day in `API_CIA_089_20260530182204.csv`.
    /// - Parameter today: no day is later.
    static func day(inName name: String, upTo today: String) -> String? {
        let digits = name.matches(of: /\d{8,14}/.asciiOnlyDigits()).map { String($0.output.prefix(8)) }
        return digits.lazy.compactMap { RegisterDay.day($0.utf8, upTo: today) }.first
    }

    /// Imports the shops in one transaction.
    package func load(into database: any Database) async throws -> Report {
        let empty = Report(
            rejections: content.places.rejections,
            unreadFields: content.places.unreadFields,
            elsewhere: content.elsewhere
        )
        let report = try await database.write { transaction in
            var (places, report) = (content.places, empty)
            (places.records, report.known) = try transaction.newBookshops(content.places.records, districts)
            try transaction.saveSources(described)
            report.counts = try transaction.importPlaces(places, districts, startedAt: startedAt)
            return report
        }
        try await database.mergePlaceSearchIndex()
        return report
    }
}
