import Foundation

/// The staff's list of places of every status.
struct CorrectedPlacesPage: Page {
    static let template = "corrections/places"

    struct Entry: ViewModel {
        let place: Place
        let districtName: String

        static let fields: [Field<Entry>] = [
            .integer("id") { Int($0.place.id) },
            .text("kind") { $0.place.kind.rawValue },
            .text("name") { $0.place.name },
            .text("category") { $0.place.category },
            .text("districtName") { $0.districtName },
            .text("address") { $0.place.roadAddress ?? $0.place.lotAddress },
            .choice("status") { $0.place.status },
        ]
    }

    let text: String?
    let places: [Entry]
    let next: String?

    static let fields: [Field<CorrectedPlacesPage>] = [
        .text("query") { $0.text },
        .list("places") { $0.places },
        .text("next") { $0.next },
    ]
}

/// The staff's page of a place: its facts and their sources, forms that correct them, and its history.
struct CorrectedPlacePage: Page {
    static let template = "corrections/place"

    /// A fact with another source than the record's own.
    struct FactSource: ViewModel {
        let fact: String
        let source: String
        let asOf: String
        /// The source's value before staff corrected it.
        let replaced: String?

        static let fields: [Field<FactSource>] = [
            .text("fact") { $0.fact }, .text("source") { $0.source }, .text("asOf") { $0.asOf },
            .text("replaced") { $0.replaced },
        ]
    }

    /// A change of the place's status.
    struct Decision: ViewModel {
        let at: Date
        let statusName: String
        let reason: String

        static let fields: [Field<Decision>] = [
            .time("at") { $0.at }, .text("status") { $0.statusName }, .text("reason") { $0.reason },
        ]
    }

    /// What a merge of the place moved.
    struct Merge: ViewModel {
        let other: Place
        let moved: PlaceMerge.Counts
        /// What was not moved, because people have it at both places.
        let stayed: PlaceMerge.Counts

        static let fields: [Field<Merge>] = [
            .integer("otherID") { Int($0.other.id) }, .text("otherName") { $0.other.name },
            .object("moved") { $0.moved }, .object("stayed") { $0.stayed },
        ]
    }

    /// A recent change of the place by somebody else.
    struct Latest: ViewModel {
        let entry: AuditEntry
        let words: AuditEntryFormatter

        static let fields: [Field<Latest>] = [
            .time("at") { $0.entry.at }, .text("actor") { $0.words.actor($0.entry.actor) },
            .text("what") { $0.words.action($0.entry.action) }, .text("note") { $0.entry.note },
            .list("changes") { $0.words.changes($0.entry) },
        ]
    }

    let place: Place
    /// Changes since the refused form was shown, newest first.
    let latest: [Latest]
    let sourceName: String
    let otherSources: [FactSource]
    let decisions: [Decision]
    /// The report case of suggestions about the place.
    let caseID: ReportCase.ID?
    /// Whether the form shows the values of a suggestion.
    let isSuggested: Bool
    let form: FormView
    /// Nil for a place that was merged into another one already.
    let mergeForm: FormView?
    let merge: Merge?

    static let fields: [Field<CorrectedPlacePage>] = [
        .integer("id") { Int($0.place.id) },
        .text("name") { $0.place.name },
        .choice("status") { $0.place.status },
        .text("source") { $0.sourceName },
        .text("asOf") { $0.place.source.asOf },
        .list("latest") { $0.latest },
        .list("otherSources") { $0.otherSources },
        .list("decisions") { $0.decisions },
        .text("caseID") { $0.caseID.map { String($0) } },
        .flag("isSuggested") { $0.isSuggested }.viewOnly,
        .object("form") { $0.form },
        .object("mergeForm") { $0.mergeForm },
        .object("merge") { $0.merge },
    ]
}
