import Foundation
import Templates

/// What an answer wants the next page to say once: a key under `flash.` in the texts and, where that can be taken back,
/// the number of what it was done to, and what else that takes. Written `KEY`, `KEY.NUMBER` or `KEY.NUMBER.DETAIL`, with the
/// detail percent-encoded.
package struct Flash: Sendable, Equatable {
    package let key: String
    package let subject: Int64?
    package let detail: String?

    package init(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        key = String(parts[0])
        subject = parts.count > 1 ? Int64(parts[1]) : nil
        detail = parts.count > 2 ? parts[2].removingPercentEncoding : nil
    }

    /// What its text may name: of how many something was done as `{count}`, and `{detail}`.
    package var arguments: [String: FieldValue] {
        var arguments: [String: FieldValue] = [:]
        if let count = subject.flatMap({ Int(exactly: $0) }) { arguments["count"] = .integer(count) }
        if let detail { arguments["detail"] = .text(detail) }
        return arguments
    }

    /// What is said of something that can be taken back, or of so many.
    package static func text(_ key: String, of subject: Int64) -> String { "\(key).\(subject)" }
}

/// The way back from what a flash tells of, or what else is offered then: a form of one button.
struct FlashAction: ViewModel {
    private let action: String
    private let hidden: [FormHidden]
    /// A visit is offered, and nothing is taken back.
    private let offersVisit: Bool

    /// Nil where there is no way back.
    init?(_ flash: Flash) {
        guard let subject = flash.subject, let way = Self.destinations[flash.key],
            let fields = way.fields(flash.detail)
        else { return nil }
        action = way.path(subject)
        offersVisit = Self.offers.keys.contains(flash.key)
        hidden = fields.sorted { $0.key < $1.key }.map { FormHidden(name: $0.key, value: $0.value) }
    }

    /// Where something is taken back, and with which fields; nil where the detail is none that it can have.
    private typealias Way = (
        path: @Sendable (Int64) -> String, fields: @Sendable (_ detail: String?) -> [String: String]?
    )

    /// To note the day of a review as a visit too.
    private static let visit: Way = (
        { "/places/\($0)/visits" }, { day in day.flatMap { SeoulTime.isDay($0) ? ["on": $0] : nil } }
    )
    private static let offers = Dictionary(
        uniqueKeysWithValues: ["published", "saved"].flatMap { done in
            ["review-\(done)", "review-\(done)-photo-held"].map { ($0, visit) }
        } + [("review-held", visit)]
    )

    /// Everything that a flash can take back, by its key.
    private static let destinations: [String: Way] = offers.merging(undoes) { _, undo in undo }
    private static let undoes: [String: Way] = [
        "favourite-removed": ({ "/favourites/\($0)" }, { _ in [:] }),
        "list-entry-removed": (
            { "/lists/\($0)/entries" },
            { place in place.flatMap(Int64.init).map { ["place_id": "\($0)", "undo": "1"] } }
        ),
        "visit-added": ({ "/visits/\($0)/delete" }, { _ in [:] }),
        "visit-removed": visit,
    ]

    static let fields: [Field<FlashAction>] = [
        .text("undoAction") { $0.action },
        .list("undoHidden") { $0.hidden },
        .flag("offersVisit") { $0.offersVisit },
    ]
}

/// Where one sees what a flash tells of.
struct FlashLink: ViewModel {
    private let href: String
    private let label: String

    /// Nil where there is nothing more to see.
    init?(_ flash: Flash, _ views: Views, _ language: Language) {
        guard let way = Self.destinations[flash.key], let href = way.path(flash.subject) else { return nil }
        self.href = href
        label = views.text("flash-link.\(way.label)", [:], language)
    }

    private typealias Way = (label: String, path: @Sendable (Int64?) -> String?)

    private static let sent: Way = ("sent", { _ in "/my/standing#sent" })
    private static let destinations: [String: Way] = [
        "place-listed": ("list", { $0.map { "/lists/\($0)" } }),
        "place-lists-saved": ("lists", { _ in "/lists" }),
        "report-filed": sent, "report-repeated": sent, "suggestion-filed": sent, "suggestion-repeated": sent,
    ]

    static let fields: [Field<FlashLink>] = [.text("linkHref") { $0.href }, .text("linkLabel") { $0.label }]
}
