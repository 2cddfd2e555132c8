import Foundation

/// A suggestion in words, with a link to the form that corrects the place.
struct CaseSuggestion: ViewModel {
    let suggestion: FiledSuggestion
    let words: ModerationFormatter
    let mayAct: Bool

    /// Nil where the kind already says it.
    private var fieldText: String? {
        suggestion.field.isEmpty || suggestion.field == suggestion.kind ? nil : suggestion.field
    }

    private var metaText: String {
        "\(suggestion.nickname ?? words.text("review.former-member")) · \(words.age(suggestion.createdAt))"
    }

    /// Nil where there is nothing to correct.
    private var correctHref: String? { mayAct ? suggestion.place.map(suggestion.correctionPath) : nil }

    static let fields: [Field<CaseSuggestion>] = [
        .text("kind") { $0.suggestion.kind },
        .text("field") { $0.suggestion.field },
        .text("value") { $0.suggestion.value },
        .text("source") { $0.suggestion.source },
        .text("by") { $0.suggestion.nickname },
        .time("createdAt") { $0.suggestion.createdAt },
        .text("kindText") { $0.words.suggestionKind($0.suggestion.kind) }.viewOnly,
        .text("fieldText") { $0.fieldText }.viewOnly,
        .text("metaText") { $0.metaText }.viewOnly,
        .text("correctHref") { $0.correctHref }.viewOnly,
    ]
}

extension ModerationFormatter {
    /// The kind of a suggestion, in words.
    func suggestionKind(_ kind: String) -> String {
        guard let kind = Suggestion.Kind(rawValue: kind) else { return kind }
        return kind == .newBookshop ? self.kind(.suggestion) : text("form.suggestion-kind.option.\(kind.rawValue)")
    }
}

extension FiledSuggestion {
    /// Initial values of the form that corrects the place. Lines are joined into one.
    var corrections: [String: String] {
        var values = source.isEmpty ? [:] : ["source": source]
        if let fact, !value.isEmpty {
            values[fact.rawValue] = value.split(whereSeparator: \.isNewline).joined(separator: " ")
        }
        if kind == Suggestion.Kind.closed.rawValue { values["status"] = Place.Status.closed.rawValue }
        return values
    }

    /// The fact that the suggestion corrects.
    private var fact: CorrectableFact? {
        switch Suggestion.Kind(rawValue: kind) {
        case .phone: .phone
        case .name: .name
        case .menu: .menu
        case .hours: .hours
        case .moved: .roadAddress
        case .closed, .duplicate, .other, .newBookshop, nil: nil
        }
    }

    /// The form that corrects the place, filled in from the suggestion.
    func correctionPath(at place: Place.ID) -> String {
        let path = "\(CorrectionRoutes.path)/\(place)?suggestion=\(id)"
        switch Suggestion.Kind(rawValue: kind) {
        case .closed: return "\(path)#status"
        case .duplicate: return "\(CorrectionRoutes.path)/\(place)#merge"
        default: return fact.map { "\(path)#\($0.rawValue)" } ?? path
        }
    }
}

extension CasePageBuilder {
    /// The removed photo because of which a photo is held.
    func resembled(by target: AuditEntry.Target, _ transaction: Transaction) throws -> CasePicture? {
        guard let photo = target.photoID,
            try transaction.hiddenReasons(of: .photo(photo))[.picture] != nil
        else { return nil }
        return try transaction.removedPicture(like: photo).map { CasePicture($0, formatter) }
    }

    /// The most urgent open case; without one, the queue.
    func next(_ transaction: Transaction) throws -> ListChoice {
        let waiting = try transaction.queue(QueueQuery(), for: staff.id, limit: 2)
        guard let next = waiting.first(where: { $0.found.id != id }) else {
            return ListChoice(label: formatter.text("case.to-queue"), href: QueueQuery.path)
        }
        return ListChoice(label: formatter.text("case.next"), href: ModerationPath.report(next.found.id))
    }
}
