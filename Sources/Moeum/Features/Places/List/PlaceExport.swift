import Foundation
import HTTPTypes
import Hummingbird

/// Places with notes of an account, as files for other programs: CSV, GeoJSON, JSON.
struct PlaceExport: Sendable {
    enum Format: String, Sendable, CaseIterable {
        case csv, json, geojson

        /// An unknown format falls back to CSV.
        init(_ typed: String?) { self = typed.flatMap { Format(rawValue: $0) } ?? .csv }

        var contentType: String {
            switch self {
            case .csv: "text/csv; charset=utf-8"
            case .json: "application/json"
            case .geojson: "application/geo+json"
            }
        }
    }

    /// A place, and notes by name; every item of a file has the same names.
    struct Item: Sendable {
        let place: PlaceCard
        var notes: [(name: String, value: FieldValue)] = []
    }

    let format: Format
    let title: String
    /// The site's base URL, before the paths of places.
    let base: String
    /// The names of `Item.notes`, which a table without items shows too.
    var noteNames: [String] = []

    private static let names = [
        "id", "kind", "name", "category", "district", "address", "menu", "phone", "lat", "lon", "precision", "url",
    ]

    /// - Parameters:
    ///   - name: the file name without its ending, in any letters.
    ///   - body: `opening`, the bytes of items and `closing`.
    func response(name: String, _ body: ResponseBody) -> Response {
        let ending = format.rawValue
        return Response(
            status: .ok,
            headers: [
                .contentType: format.contentType,
                .contentDisposition: Attachment.disposition("\(name).\(ending)", plain: "moeum.\(ending)"),
                .cacheControl: "private, no-store",
            ],
            body: body
        )
    }

    /// The bytes before the first item.
    var opening: [UInt8] {
        switch format {
        case .csv: CSVWriter(header: Self.names + noteNames).bytes
        case .json: Array("{\"title\":".utf8) + Self.json(.text(title)) + Array(",\"places\":[".utf8)
        case .geojson: Array("{\"type\":\"FeatureCollection\",\"features\":[".utf8)
        }
    }

    /// The bytes after the last item.
    var closing: [UInt8] { format == .csv ? [] : Array("]}".utf8) }

    /// The bytes of some items, in order.
    /// - Parameter isFirst: whether these are the first items of the file.
    func bytes(of items: [Item], isFirst: Bool) -> [UInt8] {
        if format == .csv {
            var writer = CSVWriter()
            for item in items { writer.append(values(item).map { Self.cell($0.value) }) }
            return writer.bytes
        }
        var bytes: [UInt8] = []
        for (index, item) in items.enumerated() {
            if index > 0 || !isFirst { bytes.append(UInt8(ascii: ",")) }
            bytes += format == .json ? Self.object(values(item)) : feature(item)
        }
        return bytes
    }

    private func values(_ item: Item) -> [(name: String, value: FieldValue)] {
        let place = item.place.place
        func text(_ value: String?) -> FieldValue { value.map(FieldValue.text) ?? .nothing }
        let position = place.position?.pinned
        let own: [FieldValue] = [
            .integer(Int(place.id)), .text(place.kind.rawValue), .text(place.name), .text(place.category),
            .text(place.district), text(item.place.address), text(place.menu), text(place.phone),
            position.map { .decimal($0.latitude) } ?? .nothing, position.map { .decimal($0.longitude) } ?? .nothing,
            .text(place.position.precisionName), .text(base + item.place.href),
        ]
        return zip(Self.names, own).map { (name: $0, value: $1) } + item.notes
    }

    private static func cell(_ value: FieldValue) -> CSVWriter.Cell {
        switch value {
        case .text(let text): .text(text)
        case .texts(let texts): .text(texts.joined(separator: ", "))
        case .integer(let number): .number(String(number))
        case .decimal(let number): ValueText.decimal(number).map(CSVWriter.Cell.number) ?? .nothing
        case .time(let time): .text(SeoulTime(time).rfc3339)
        case .nothing, .flag, .markup, .integers, .object, .list: .nothing
        }
    }

    /// RFC 7946: longitude before latitude, and no geometry for a place without a position.
    private func feature(_ item: Item) -> [UInt8] {
        var geometry = Array("null".utf8)
        if let position = item.place.place.position?.pinned {
            let numbers = [position.longitude, position.latitude].map { Self.json(.decimal($0)) }
            let pair = Array("[".utf8) + Array(numbers.joined(separator: Array(",".utf8))) + Array("]".utf8)
            geometry = Self.object([("type", Self.json(.text("Point"))), ("coordinates", pair)])
        }
        let properties = values(item).filter { !["id", "lat", "lon"].contains($0.name) }
        return Self.object([
            ("type", Self.json(.text("Feature"))), ("id", Self.json(.integer(Int(item.place.id)))),
            ("geometry", geometry), ("properties", Self.object(properties)),
        ])
    }

    private static func json(_ value: FieldValue) -> [UInt8] {
        var bytes: [UInt8] = []
        JSONRepresentation.append(value, to: &bytes)
        return bytes
    }

    private static func object(_ members: [(name: String, value: FieldValue)]) -> [UInt8] {
        object(members.map { ($0.name, json($0.value)) })
    }

    private static func object(_ members: [(String, [UInt8])]) -> [UInt8] {
        let members = members.map { json(.text($0.0)) + [UInt8(ascii: ":")] + $0.1 }
        return [UInt8(ascii: "{")] + Array(members.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "}")]
    }
}
