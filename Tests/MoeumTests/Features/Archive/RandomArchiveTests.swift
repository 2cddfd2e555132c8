import Foundation
import Testing

@testable import Moeum
@testable import struct Moeum.Tag

/// What holds of every archive, whatever is in it.
@Suite(.cleanup)
struct RandomArchiveTests {
    private static let texts = [
        "", "a", "가나다", "주말", "지역-마포", "mapo", "\\u0000", "\\uD800", "\\\"", "\u{202E}abc", "  둘  셋 ", "=1+1",
        "null", "2026-01-01", "2999-12-31", "1899-01-01", "2026-01-01T00:00:00.000Z", "2999-01-01T00:00:00.000Z",
        HostileArchives.shortTower, String(HostileArchives.escapedTower.prefix(600)),
        String(repeating: "긴", count: 700), String(repeating: "e", count: 3_000), "나쁜말", "https://haneul.example",
        "\u{1F468}\u{200D}\u{1F469}", "ko", "dark",
    ]
    private static let others = [
        "null", "true", "false", "0", "-1", "1e999", "99999999999999999999", "[]", "{}", "[[[]]]",
        #"["지역-마포","a-b"]"#, #"["a-b",3]"#, "",
    ]

    private static func value(_ kind: ArchiveValue.Kind, _ places: [Place], _ random: inout some RandomNumberGenerator)
        -> String
    {
        switch (kind, Int.random(in: 0..<8, using: &random)) {
        case (_, 0): others.randomElement(using: &random) ?? ""
        case (.texts, _):
            "[" + (0..<Int.random(in: 0..<4, using: &random)).map { "\"b-\($0)\"" }.joined(separator: ",") + "]"
        case (.integer, _): "\(places.randomElement(using: &random)?.id ?? 0)"
        case (.flag, _): "true"
        case (.time, 1...6): "\"2025-0\(Int.random(in: 1..<9, using: &random))-01T00:00:00.000Z\""
        default: "\"\(texts.randomElement(using: &random) ?? "")\""
        }
    }

    private static func row(_ part: ArchivePart, _ places: [Place], _ random: inout some RandomNumberGenerator)
        -> String
    {
        let place = places.randomElement(using: &random)
        var columns = part.columns
        if Int.random(in: 0..<10, using: &random) == 0 { columns.shuffle(using: &random) }
        if Int.random(in: 0..<10, using: &random) == 0 { columns.append(contentsOf: columns) }
        let values = columns.compactMap { column -> String? in
            if Int.random(in: 0..<20, using: &random) == 0 { return nil }
            var value = value(column.kind, places, &random)
            // Mostly what could be, so that some rows get far.
            if Int.random(in: 0..<4, using: &random) > 0, let place {
                switch column.name {
                case "placeId": value = "\(place.id)"
                case "place": value = "\"\(place.name)\""
                case "district": value = "\"\(place.district)\""
                case "title", "list": value = "\"주말\""
                case "listCreatedAt", "createdAt": value = "\"2025-01-01T00:00:00.000Z\""
                case "language": value = "\"en\""
                case "theme": value = "\"dark\""
                case "visitedOn": value = "\"2025-0\(Int.random(in: 1..<9, using: &random))-02\""
                default: break
                }
            }
            return "\"\(column.name)\":\(value)"
        }
        return "{\(values.joined(separator: ","))}"
    }

    private static func archive(_ places: [Place], _ random: inout some RandomNumberGenerator) -> ArchiveFixture {
        let parts = ArchivePart.all.filter { $0.restore != nil || Int.random(in: 0..<6, using: &random) == 0 }
        return ArchiveFixture(
            parts.map { part in
                let limit = part.limits.rows == 1 ? 1 : 40
                let count = Int.random(in: 0...limit, using: &random)
                return (part.name, (0..<count).map { _ in row(part, places, &random) })
            }
        )
    }

    /// Everything that came into an account.
    private static func content(_ site: ArchiveSite) async throws -> [[[ArchiveValue]]] {
        try await site.app.database.read { transaction in
            [
                try ArchivePart.profile.rows(transaction, 2), try transaction.archivedFavourites(of: 2),
                try transaction.archivedLists(of: 2), try transaction.archivedListEntries(of: 2),
                try transaction.archivedVisits(of: 2), try transaction.archivedSavedPhotos(of: 2),
            ]
        }
    }

    private static func texts(_ content: [[[ArchiveValue]]]) -> [String] {
        content.joined().joined().flatMap { value -> [String] in
            switch value {
            case .text(let text): [text]
            case .texts(let texts): texts
            default: []
            }
        }
    }

    @Test("A random import ends and leaves what forms would have taken", arguments: TestEngine.available, 1...6)
    func randomRows(_ engine: TestEngine, _ seed: Int) async throws {
        let site = try await ArchiveSite(on: engine)
        var random = SeededRandom(seed)
        let places = try await site.app.database.read { transaction in
            try transaction.listedPlaceIDs(limit: 12).compactMap { try transaction.place($0) }
        }
        for _ in 1...6 {
            let archive = Self.archive(places, &random)
            let first = try await site.import(archive.bytes)
            guard first.state == .done else {
                #expect(first.failure == .tooLarge)
                continue
            }
            #expect(first.outcome.map(\.part) == archive.parts.map(\.name))
            #expect(first.outcome.map(\.found) == archive.parts.map(\.rows.count))
            #expect(first.outcome.allSatisfy { (0...$0.found).contains($0.imported) && $0.left == nil })
            let content = try await Self.content(site)
            #expect(Self.texts(content).allSatisfy { !Form.isUntypable($0) && $0.count <= 500 })
            #expect(content[2].allSatisfy { $0[3] == .text("private") })
            // Taken in twice, it changes nothing.
            _ = try await site.import(archive.bytes)
            #expect(try await Self.content(site) == content)
            #expect(try await site.app.database.read { try $0.driftedFavourites() } == [])
        }
    }

    @Test("A slightly changed file is imported or refused", arguments: 1...4)
    func changedBytes(_ seed: Int) async throws {
        let site = try await ArchiveSite()
        var random = SeededRandom(seed)
        let found = try await site.app.database.read { try $0.place(try $0.listedPlaceIDs(limit: 1)[0]) }
        let place = try #require(found)
        let rows = ArchiveFixture.days(3).map { ArchiveFixture.visit(place, on: $0) }
        let whole = ArchiveFixture([("visits", rows), ("profile", [])]).bytes
        for _ in 1...60 {
            var bytes = whole
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                let index = bytes.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.remove(at: index)
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                case 2: bytes.removeSubrange(index...)
                default: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            let job = try await site.import(bytes)
            #expect(
                job.state == .done || (job.state == .failed && job.failure != nil && job.failure != .internalError)
            )
            #expect(site.files(.import) == [])
        }
    }
}

/// The same numbers each time.
private struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
