import Foundation

/// A part of the staff's list of takedowns.
enum TakedownPart: String, Sendable, CaseIterable {
    case waiting
    /// Blocks to which the author objects.
    case objected
    case blocked, ended, refused

    func address(after key: Takedown.ID? = nil) -> String {
        let path = self == .waiting ? "/admin/takedowns" : "/admin/takedowns?state=\(rawValue)"
        guard let key else { return path }
        return "\(path)\(self == .waiting ? "?" : "&")after=\(key)"
    }
}

/// The place and the author of a takedown's content.
struct TakedownSurroundings: Sendable {
    let placeName: String?
    let authorName: String?
}

/// The staff's list of takedowns.
struct TakedownQueuePage: Page {
    static let template = "takedowns/queue"

    /// A tab for a part of the list.
    struct Part: ViewModel {
        let part: TakedownPart
        /// The number of takedowns that wait for a decision; nil for other parts.
        let count: Int?
        let isCurrent: Bool

        static let fields: [Field<Part>] = [
            .choice("state") { $0.part },
            .integer("count") { $0.count },
            .flag("isCurrent") { $0.isCurrent },
            .flag("isCounted") { $0.count != nil }.viewOnly,
            .text("href") { $0.part.address() }.viewOnly,
        ]
    }

    let parts: [Part]
    let takedowns: [TakedownCard]
    let next: String?

    static let fields: [Field<TakedownQueuePage>] = [
        .list("parts") { $0.parts },
        .list("takedowns") { $0.takedowns },
        .text("next") { $0.next },
    ]
}

/// One takedown, with the form for deciding it.
struct TakedownCard: ViewModel {
    let takedown: Takedown
    let around: TakedownSurroundings?
    let heading: String
    let email: String?
    /// Whether it is about the reader's own content, or is the reader's own request.
    let isOwn: Bool
    /// Whether the reader is the author, who must not see the requester's details.
    let isAuthor: Bool
    var typed: String?
    var problem: String?

    private var isBlocked: Bool { takedown.state == .blocked && !isOwn }

    /// The staff's page of the content, also where readers may not see it; nil once it is deleted.
    private var staffHref: String? { takedown.ending == .gone ? nil : ModerationPath.staff(takedown.target) }

    static let fields: [Field<TakedownCard>] = [
        .integer("id") { Int($0.takedown.id) },
        .text("target") { $0.takedown.target.description },
        .choice("state") { $0.takedown.state },
        .choice("claim") { $0.takedown.claim },
        .text("name") { $0.isAuthor ? nil : $0.takedown.name },
        .text("email") { $0.isAuthor ? nil : $0.email },
        .text("reason") { $0.isAuthor ? nil : $0.takedown.reason },
        .text("excerpt") { $0.takedown.excerpt },
        .text("author") { $0.around?.authorName },
        .time("askedAt") { $0.takedown.confirmedAt },
        .time("until") { $0.takedown.until },
        .text("answer") { $0.takedown.answer.isEmpty ? nil : $0.takedown.answer },
        // Nor does the requester see the author's objection.
        .text("objection") { $0.isOwn && !$0.isAuthor ? nil : $0.takedown.objection },
        .integer("rev") { $0.takedown.rev },
        .flag("isOwn") { $0.isOwn },
        .flag("isNamed") { !$0.isAuthor }.viewOnly,
        .text("heading") { $0.heading }.viewOnly,
        .text("staffHref") { $0.staffHref }.viewOnly,
        .time("objectedAt") { $0.takedown.objectedAt }.viewOnly,
        .text("typed") { $0.typed }.viewOnly,
        .text("problem") { $0.problem }.viewOnly,
        .flag("isUnanswered") { $0.isBlocked && $0.takedown.objectedAt != nil && $0.takedown.keptAt == nil }.viewOnly,
        .flag("isOpen") { $0.isBlocked || $0.takedown.state == .waiting && !$0.isOwn }.viewOnly,
    ]
}

/// Makes takedown cards in the language of a member of staff.
struct TakedownPresenter: Sendable, Localized {
    let views: Views
    let language: Language
    let staff: Member

    init(_ app: App, _ context: AppRequestContext, _ staff: Member) {
        (views, language, self.staff) = (app.views, context.language, staff)
    }

    func errorText(for errors: [String: String]) -> String? {
        guard let (field, code) = errors.sorted(by: { $0.key < $1.key }).first else { return nil }
        let texts = FormTexts(
            views: views,
            language: language,
            arguments: ["maximum": .integer(Takedown.maxAnswerLength)]
        )
        return texts.errorText(code, of: "takedown-\(field)", ["count": .integer(0)])
    }

    func cards(_ takedowns: [Takedown], _ transaction: Transaction) throws -> [TakedownCard] {
        let around = try transaction.takedownSurroundings(takedowns)
        return try takedowns.map { takedown in
            let kind = text("admin.takedowns.kind.\(takedown.target.kind.rawValue)")
            return TakedownCard(
                takedown: takedown,
                around: around[takedown.id],
                heading: [around[takedown.id]?.placeName, kind].compactMap(\.self).joined(separator: " · "),
                // Moderators decide without the requester's whole address.
                email: takedown.email.map { staff.role == .admin ? $0 : MaskedAddress.text($0) },
                isOwn: try transaction.concernsTakedown(takedown, staff.id),
                isAuthor: takedown.account == staff.id
            )
        }
    }

    func page(
        _ part: TakedownPart,
        _ cards: [TakedownCard],
        next: String?,
        _ transaction: Transaction
    ) throws -> TakedownQueuePage {
        let counts = try transaction.openTakedownCounts()
        return TakedownQueuePage(
            parts: TakedownPart.allCases.map { each in
                TakedownQueuePage.Part(
                    part: each,
                    count: each == .waiting ? counts.waiting : each == .objected ? counts.objected : nil,
                    isCurrent: each == part
                )
            },
            takedowns: cards,
            next: next
        )
    }
}
