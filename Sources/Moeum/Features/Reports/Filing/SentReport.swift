import Foundation

/// A report or suggestion as its sender sees it: its state, and nothing about other people.
struct SentReport: Sendable {
    /// How far staff have got with it.
    enum State: String, Sendable, CaseIterable {
        case open, taken, acted, approved, gone
    }

    let target: AuditEntry.Target
    let place: Place.ID?
    let placeName: String?
    /// The reason of a report, or the kind of a suggestion.
    let about: String
    let isSuggestion: Bool
    /// The sender's own words.
    let words: String
    let sentAt: Date
    let state: State
}

/// A report or suggestion on its sender's own page.
struct SentReportView: ViewModel, Localized {
    let sent: SentReport
    let views: Views
    let language: Language

    private var what: String {
        let kind = sent.isSuggestion ? "suggestion" : sent.target.kind.rawValue
        return text("standing.sent-\(kind)")
    }

    private var aboutText: String {
        text(sent.isSuggestion ? "form.suggestion-kind.option.\(sent.about)" : "reason.\(sent.about)")
    }

    private var stateText: String {
        text("standing.sent-\(sent.isSuggestion ? "suggestion" : "report")-\(sent.state.rawValue)")
    }

    /// Nil for what has no page of its own.
    private var href: String? {
        switch (sent.state, sent.target.kind) {
        case (.gone, _): nil
        case (_, .suggestion): sent.place.map { "/places/\($0)" }
        default: ReportSubject.path(of: sent.target, at: sent.place)
        }
    }

    static let fields: [Field<SentReportView>] = [
        .text("target") { $0.sent.target.description },
        .text("place") { $0.sent.placeName },
        .text("about") { $0.sent.about },
        .text("words") { $0.sent.words },
        .time("sentAt") { $0.sent.sentAt },
        .choice("state") { $0.sent.state },
        .text("what") { $0.what }.viewOnly,
        .text("aboutText") { $0.aboutText }.viewOnly,
        .text("stateText") { $0.stateText }.viewOnly,
        .text("href") { $0.href }.viewOnly,
    ]
}
