/// What an answer wants the next page to say once: a key under `flash.` in the texts and, where that can be taken back,
/// the number of what it was done to. Written `KEY` or `KEY.NUMBER`.
struct Flash: Sendable, Equatable {
    let key: String
    let subject: Int64?

    init(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        key = String(parts[0])
        subject = parts.count == 2 ? Int64(parts[1]) : nil
    }

    /// What is said of something that can be taken back.
    static func text(_ key: String, of subject: Int64) -> String { "\(key).\(subject)" }
}

/// The way back from what a flash tells of: a form of one button.
struct FlashUndo: ViewModel {
    private let action: String
    private let hidden: [FormHidden]

    /// Nil where there is no way back.
    init?(_ flash: Flash) {
        guard let subject = flash.subject, let deed = Self.deeds[flash.key] else { return nil }
        action = deed.path(subject)
        hidden = deed.fields.map { FormHidden(name: $0.key, value: $0.value) }
    }

    /// Everything that a flash can take back, by its key.
    private static let deeds: [String: (path: @Sendable (Int64) -> String, fields: [String: String])] = [
        "favourite-removed": ({ "/favourites/\($0)" }, ["undo": "1"]),
        "visit-added": ({ "/visits/\($0)/delete" }, [:]),
    ]

    static let fields: [Field<FlashUndo>] = [
        .text("undoAction") { $0.action },
        .list("undoHidden") { $0.hidden },
    ]
}
