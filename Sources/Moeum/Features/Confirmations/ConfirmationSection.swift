import Foundation

/// The question whether a place is still there, or what its reader answered not long ago.
struct ConfirmationSection: ViewModel {
    let place: Place.ID
    /// Where the reader is led after they answered.
    let next: String
    let hasAccount: Bool
    var answer: OwnConfirmation?

    static let fields: [Field<ConfirmationSection>] = [
        .text("action") { "/places/\($0.place)/confirmations" },
        .text("next") { $0.next },
        .text("logInHref") { $0.hasAccount ? nil : "/login?next=\($0.next.queryEncoded)" },
        .object("answer") { $0.answer },
    ]
}

/// A reader's own answer.
struct OwnConfirmation: ViewModel {
    let confirmation: Confirmation
    let next: String
    let isToday: Bool

    static let fields: [Field<OwnConfirmation>] = [
        .choice("state") { $0.confirmation.state },
        .text("on") { $0.confirmation.on },
        .flag("isToday") { $0.isToday },
        .text("undoAction") { "/confirmations/\($0.confirmation.id)/delete" },
        .text("next") { $0.next },
    ]
}

extension ConfirmationCounts: ViewModel {
    static let fields: [Field<ConfirmationCounts>] = [
        .integer("open") { $0.open },
        .integer("closed") { $0.closed },
        .text("lastOn") { $0.lastOn },
        .flag("saidClosed") { $0.isSaidClosed },
        .integer("count") { $0.open }.viewOnly,
    ]
}

extension Transaction {
    /// Whether people are asked if a place is still there. A listed one may be closed by a register that staff have contradicted.
    func isAskedAbout(_ place: Place) throws -> Bool {
        switch place.status {
        case .listed: true
        case .cancelled: try operation(of: place.id)?.state != .closed
        case .closed: false
        }
    }

    /// Nil where nobody is asked: about a place that is known to have closed, and whoever may not publish.
    /// - Parameter next: where the question stands, a path of this site.
    func confirmationSection(
        of place: Place,
        for member: Member?,
        next: String,
        at now: Date
    ) throws -> ConfirmationSection? {
        guard member?.mayPublish ?? true, try isAskedAbout(place) else { return nil }
        guard let member else { return ConfirmationSection(place: place.id, next: next, hasAccount: false) }
        let answer = try confirmation(of: member.id, at: place.id, at: now)
        let today = SeoulTime(now).isoDay
        return ConfirmationSection(
            place: place.id,
            next: next,
            hasAccount: true,
            answer: answer.map { OwnConfirmation(confirmation: $0, next: next, isToday: $0.on == today) }
        )
    }
}

extension PlaceDetail {
    /// Puts the question on the page, once: beside the visit where the reader has recorded one today.
    mutating func ask(_ section: ConfirmationSection?) {
        if visits?.own?.isTodayNoted == true {
            visits?.own?.confirmationSection = section
        } else {
            confirmationSection = section
        }
    }
}
