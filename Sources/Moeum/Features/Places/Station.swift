import Foundation

/// A station of Seoul's underground and suburban railways. Facts come from `Data/stations.csv`.
package struct Station: Sendable, Equatable {
    /// Without 역, except for 서울역.
    package let name: String
    package let englishName: String
    /// Such as 2 and 경의중앙.
    package let lines: [String]
    package let latitude: Double
    package let longitude: Double
    /// Slug of the district that the point is in.
    package let district: String
    /// Names in brackets on its signs, and former ones.
    let otherNames: [String]

    var point: PlaceQuery.Point { PlaceQuery.Point(latitude: latitude, longitude: longitude) }

    /// As people say it: 합정역, 신촌역(경의중앙선).
    var fullName: String {
        if name.hasSuffix("역") { return name }
        guard let bracket = name.firstIndex(of: "(") else { return name + "역" }
        return "\(name[..<bracket])역\(name[bracket...])"
    }

    func fullName(_ language: Language) -> String {
        guard language == .english else { return fullName }
        return englishName.hasSuffix("Station") ? englishName : "\(englishName) Station"
    }

    /// The name without what says only that it is near something: 홍대 for 홍대입구, 외대 for 외대앞. What is left of 을지로입구 is
    /// a road.
    var shortName: String? {
        guard let tail = ["입구", "앞"].first(where: name.hasSuffix) else { return nil }
        let short = String(name.dropLast(tail.count))
        return short.hasSuffix("로") ? nil : short
    }
}

/// The table of stations, looked up by name.
package struct Stations: Sendable {
    package let all: [Station]
    private let byKey: [String: Station]
    /// By names such as 홍대, which are nothing else.
    private let byShortName: [String: Station]

    package init(_ all: [Station]) {
        self.all = all
        var byKey: [String: Station] = [:]
        func add(_ names: (Station) -> [String]) {
            for station in all {
                for name in names(station) where byKey[KoreanText.key(name)] == nil {
                    byKey[KoreanText.key(name)] = station
                }
            }
        }
        // A name comes before what is only another station's by-name.
        add { [$0.name, $0.fullName] }
        add { [$0.englishName, $0.fullName(.english), Romanization.roman($0.name)] }
        add { station in station.shortName.map { [$0, Romanization.roman($0)] } ?? [] }
        add { $0.otherNames }
        self.byKey = byKey
        let names = Set(all.flatMap { [KoreanText.key($0.name), Romanization.roman($0.name)] })
        let short = all.flatMap { station in
            (station.shortName.map { [$0, Romanization.roman($0)] } ?? []).map { ($0, station) }
        }
        byShortName = Dictionary(short.filter { !names.contains($0.0) }) { first, _ in first }
    }

    /// The nearest within so many metres.
    func nearest(to point: PlaceQuery.Point, within metres: Double) -> Station? {
        all.map { ($0, Geodesy.metres(point.latitude, point.longitude, $0.latitude, $0.longitude)) }
            .filter { $0.1 <= metres }.min { $0.1 < $1.1 }?.0
    }

    package static func load(from directory: String) throws -> Stations {
        Stations(
            try CSVReader.table("\(directory)/stations.csv").compactMap { row in
                guard row.count == 8, let latitude = Double(row[3]), let longitude = Double(row[4]) else { return nil }
                return Station(
                    name: row[0],
                    englishName: row[1],
                    lines: row[2].split(separator: ";").map(String.init),
                    latitude: latitude,
                    longitude: longitude,
                    district: row[5],
                    otherNames: row[6].split(separator: ";").map(String.init)
                )
            }
        )
    }

    /// The station that a word of a search says: with 역, or by a short name such as 홍대.
    subscript(said word: String) -> Station? {
        let key = KoreanText.key(word)
        if let station = byShortName[key] { return station }
        let isSaid = ["역", "station", "stn", "yeok"].contains { key.hasSuffix($0) && key.count > $0.count }
        return isSaid ? self[named: key] : nil
    }

    /// A station by any of its names, with or without 역, in Korean or English.
    package subscript(named name: String) -> Station? {
        let key = KoreanText.key(name)
        if let station = byKey[key] { return station }
        for tail in ["역", "station", "stn", "yeok"] where key.hasSuffix(tail) {
            if let station = byKey[String(key.dropLast(tail.count))] { return station }
        }
        return nil
    }
}
