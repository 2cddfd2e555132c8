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
    /// The refused form's answer, and what is wrong with it.
    let typed: String?
    let problem: String?

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
