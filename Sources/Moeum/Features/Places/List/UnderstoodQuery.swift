/// How the words of a search were understood.
struct UnderstoodQuery: ViewModel {
    let understanding: QueryUnderstanding
    let correctedText: String?
    let station: UnderstoodStation?

    static let fields: [Field<UnderstoodQuery>] = [
        .text("text") { $0.understanding.text },
        .text("corrected") { $0.understanding.corrected },
        .object("station") { $0.station },
        .texts("words") { $0.understanding.words.map(\.text) },
        .text("correctedText") { $0.correctedText }.viewOnly,
    ]
}

/// A station whose surroundings are searched.
struct UnderstoodStation: ViewModel {
    let station: Station
    /// In the reader's language.
    let fullName: String
    let linesText: String

    static let fields: [Field<UnderstoodStation>] = [
        .text("name") { $0.station.name },
        .texts("lines") { $0.station.lines },
        .text("fullName") { $0.fullName }.viewOnly,
        .text("linesText") { $0.linesText }.viewOnly,
    ]
}

/// Another list than an empty one, and how many places it holds.
struct ListAlternative: ViewModel {
    let href: String
    let label: String
    let total: Int

    static let fields: [Field<ListAlternative>] = [
        .text("href") { $0.href }, .text("label") { $0.label }, .integer("total") { $0.total },
    ]
}

extension PlaceListPresenter {
    func understood(_ understanding: QueryUnderstanding, _ station: UnderstoodStation?) -> UnderstoodQuery {
        UnderstoodQuery(
            understanding: understanding,
            correctedText: understanding.corrected.map { text("list.corrected", ["query": .text($0)]) },
            station: understanding.station == nil ? nil : station
        )
    }

    func station(_ station: Station) -> UnderstoodStation {
        UnderstoodStation(
            station: station,
            fullName: station.fullName(language),
            linesText: station.lines.map(line).joined(separator: " · ")
        )
    }

    /// Numbered lines in words; others have names.
    private func line(_ name: String) -> String {
        if Int(name) != nil { return text("station.line", ["line": .text(name)]) }
        return language == .english ? Romanization.name(name) : name
    }

    func alternative(_ alternative: PlaceFinding.Alternative, _ page: PlaceListPage) -> ListAlternative {
        let label =
            switch alternative.change {
            case .withoutFacts: text("list.drop-facts")
            case .withoutOpen: text((page.list.unknownHours ?? 0) > 0 ? "list.any-hours" : "list.drop-open")
            case .withoutDesignation: text("list.drop-designation")
            case .withoutConfirmed: text("list.drop-confirmed")
            case .withoutTypes: text("list.drop-type")
            case .withoutKind: text("list.drop-kind")
            case .withoutDistricts, .everywhere: text("list.drop-district")
            case .withoutBounds: text("list.drop-bounds")
            case .withoutFilters: text("list.drop-filters")
            case .words(let words): text("list.other-words", ["query": .text(words)])
            case .radius(let metres): text("list.wider", ["distance": .text(distance(metres))])
            }
        let isElsewhere = [.withoutDistricts, .withoutFilters].contains(alternative.change)
        return ListAlternative(
            href: isElsewhere ? alternative.query.address("/places") : page.href(alternative.query),
            label: label,
            total: alternative.total
        )
    }
}
