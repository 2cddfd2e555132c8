import Foundation

/// Asks a geocoder for the places that have a road address and no exact position. Each answer is saved at once, so that a later
/// run goes on where this one stopped.
package struct Geocoding: Sendable {
    /// What became of the addresses.
    package struct Report: Sendable, Equatable {
        package fileprivate(set) var found = 0
        package fileprivate(set) var unknown = 0
        /// Addresses that were not asked for: past the limit, or after a stop.
        package fileprivate(set) var left = 0

        package var line: String { "found \(found), not found \(unknown), left \(left)" }
    }

    /// After this time a geocoder is asked again for what it did not know.
    private static let memory: TimeInterval = 180 * 86_400

    let database: any Database
    let districts: Districts
    let geocoder: Geocoder
    private let described: [Source]

    /// - Parameter dataDirectory: the folder with `sources.json` and the districts.
    package init(database: any Database, dataDirectory: String, geocoder: Geocoder) throws {
        self.database = database
        self.geocoder = geocoder
        districts = try Districts.load(from: dataDirectory)
        described = try Source.all(in: dataDirectory).filter { $0.id == geocoder.source }
    }

    /// Asks until all are asked, the limit is reached, the task is cancelled or the geocoder gives no answer.
    /// - Parameters:
    ///   - limit: the most addresses asked for; nil for all.
    ///   - onReport: gets what became of the addresses so far, after each answer.
    /// - Returns: also where the task was cancelled.
    package func run(
        limit: Int?,
        onReport: (Report) -> Void = { _ in },
        at now: @Sendable () -> Date = { .now }
    ) async throws -> Report {
        let waiting = try await waiting(at: now())
        var report = Report()
        report.left = waiting.count
        onReport(report)
        try await database.write { [described] in try $0.saveSources(described) }
        for (address, places) in waiting.prefix(limit ?? waiting.count) {
            do {
                let position = try await geocoder.position(address)
                try await save(position, of: address, places, at: now())
                if position == nil { report.unknown += 1 } else { report.found += 1 }
                report.left -= 1
                onReport(report)
            } catch is CancellationError {
                return report
            }
        }
        return report
    }

    private typealias Waiting = (address: RoadAddress, places: [PlaceBuilding])

    /// The addresses to ask for with their places, those of the oldest places first.
    private func waiting(at now: Date) async throws -> [Waiting] {
        try await database.read { transaction in
            let asked = try transaction.geocoderMisses(of: geocoder.service.rawValue, since: now - Self.memory)
            var places: [RoadAddress: [PlaceBuilding]] = [:]
            var order: [RoadAddress] = []
            for place in try transaction.vaguePlaceBuildings(districts) {
                guard let address = place.address, !asked.contains(address.fullText) else { continue }
                if places[address] == nil { order.append(address) }
                places[address, default: []].append(place)
            }
            return order.map { ($0, places[$0] ?? []) }
        }
    }

    private func save(_ position: Place.Position?, of address: RoadAddress, _ places: [PlaceBuilding], at now: Date)
        async throws
    {
        try await database.write { transaction in
            guard let position else {
                return try transaction.saveGeocoderMiss(address.fullText, of: geocoder.service.rawValue, at: now)
            }
            let reference = SourceReference(source: geocoder.source, asOf: SeoulTime(now).isoDay)
            for place in places {
                try transaction.setPosition(position, of: place, told: reference, districts, at: now)
            }
        }
    }
}
