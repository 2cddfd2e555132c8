import Foundation

/// Puts places at the positions that the official files of address positions have for their addresses.
package struct PositionImport: Sendable {
    /// What became of the places.
    package struct Report: Sendable, Equatable {
        package fileprivate(set) var matched = 0
        package fileprivate(set) var ambiguous = 0
        package fileprivate(set) var unmatched = 0
        /// Of the matched: how many keep a position of staff.
        package fileprivate(set) var kept = 0
        /// Addresses that two roads of their district have.
        package fileprivate(set) var ambiguousAddresses: Set<String> = []
        /// Addresses whose position lies outside of Seoul.
        package fileprivate(set) var addressesOutsideSeoul: Set<String> = []
        package fileprivate(set) var linesRead = 0
        package fileprivate(set) var linesSkipped = 0
    }

    /// A key of the `sources` table.
    static let source = "address-positions"
    /// How many places one transaction changes, so that a server beside waits for none for long.
    private static let batch = 200

    let database: any Database
    let districts: Districts
    private let described: [Source]
    private let files: [AddressPositionFile]

    /// - Parameters:
    ///   - dataDirectory: the folder with `sources.json` and the districts.
    ///   - asOf: the day, month or year of all files; nil takes it from their names.
    package init(database: any Database, dataDirectory: String, paths: [String], asOf: String?) throws {
        self.database = database
        districts = try Districts.load(from: dataDirectory)
        described = try Source.all(in: dataDirectory).filter { $0.id == Self.source }
        files = try paths.map { try AddressPositionFile(path: $0, asOf: asOf) }
    }

    /// Reads all files, then places the places. Nothing is changed where a file cannot be read.
    /// - Parameter onProgress: gets a file's name, and how many bytes of how many are read.
    package func run(onProgress: (String, Int, Int) -> Void, at now: Date = .now) async throws -> Report {
        let places = try await database.read { try $0.placeBuildings(districts) }
        var report = Report()
        var table = EntranceTable(Set(places.compactMap(\.address)), districts)
        for file in files {
            try file.read({ onProgress(file.name, $0, $1) }) { line in
                report.linesRead += 1
                if let position = AddressPosition(line) {
                    table.add(position, asOf: file.asOf)
                } else {
                    report.linesSkipped += 1
                }
            }
        }
        try await database.write { [described] in try $0.saveSources(described) }
        let found = report.sort(places, by: table)
        for start in stride(from: 0, to: found.count, by: Self.batch) {
            try Task.checkCancellation()
            let part = Array(found[start..<min(start + Self.batch, found.count)])
            report.kept += try await save(part, at: now)
        }
        return report
    }

    /// - Returns: how many places keep what staff said.
    private func save(_ found: [LocatedBuilding], at now: Date) async throws -> Int {
        try await database.write { transaction in
            try found.count { place in
                let reference = SourceReference(source: Self.source, asOf: place.asOf)
                return try !transaction.setPosition(
                    place.position,
                    of: place.building,
                    told: reference,
                    districts,
                    at: now
                )
            }
        }
    }
}

/// A place whose building's position is known.
private struct LocatedBuilding: Sendable {
    let building: PlaceBuilding
    let position: Place.Position
    let asOf: String
}

extension PositionImport.Report {
    /// Counts the places by what the table says of their buildings.
    /// - Returns: those that were found.
    fileprivate mutating func sort(_ places: [PlaceBuilding], by table: EntranceTable) -> [LocatedBuilding] {
        var found: [LocatedBuilding] = []
        for place in places {
            switch place.address.map(table.finding) ?? .unknown {
            case .found(let position, let asOf):
                matched += 1
                found.append(LocatedBuilding(building: place, position: position, asOf: asOf))
            case .ambiguous:
                ambiguous += 1
                if let address = place.address { ambiguousAddresses.insert(address.fullText) }
            case .outsideSeoul:
                unmatched += 1
                if let address = place.address { addressesOutsideSeoul.insert(address.fullText) }
            case .unknown: unmatched += 1
            }
        }
        return found
    }

    /// What there is to say, line by line; the counts of places come last.
    package var lines: [String] {
        var lines = ["\(counted(linesRead, "line")) read, \(linesSkipped) skipped"]
        lines += addressesOutsideSeoul.sorted().map { "refused \($0): its position lies outside of Seoul" }
        lines += ambiguousAddresses.sorted().map { "ambiguous \($0): two roads have that name and number" }
        if kept > 0 { lines.append("\(kept) of the matched keep the position that staff gave them") }
        return lines + ["matched \(matched), ambiguous \(ambiguous), unmatched \(unmatched)"]
    }
}
