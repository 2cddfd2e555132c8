import Foundation

/// An appeal against a sanction; once, within twenty days.
struct Appeal: ViewModel, Identifiable {
    enum State: String, Sendable, CaseIterable, Codable {
        case open, upheld, overturned
    }

    let id: Identifier<Appeal>
    let sanction: Sanction.ID
    let account: Account.ID
    let text: String
    let state: State
    let createdAt: Date
    let decidedAt: Date?
    /// Nil also where the site or a command lifted the sanction, or where the account was deleted.
    let decidedBy: Account.ID?
    /// The answer that the person reads.
    let answer: String

    /// The sender and staff see these.
    static let fields: [Field<Appeal>] = [
        .choice("state") { $0.state },
        .text("text") { $0.text },
        .time("createdAt") { $0.createdAt },
        .time("decidedAt") { $0.decidedAt },
        .text("answer") { $0.answer },
    ]
}

extension Sanction {
    /// Why an account cannot appeal against a sanction (any more); the raw value is the code of the form's error.
    enum AppealIneligibility: String, Sendable, CaseIterable {
        case appealed
        case lifted = "taken-back"
        case late = "too-late"

        var formErrors: FormErrors {
            FormErrors(Problem(status: .conflict, key: "appeal-\(rawValue)", errors: ["form": rawValue]))
        }
    }

    /// Counted from when the sanction was last imposed.
    var appealableUntil: Date { (resumedAt ?? startsAt) + Self.appealPeriod }

    /// Nil where an appeal is possible. An expired sanction still counts for later ones, so it can be appealed against too.
    func appealIneligibility(_ appeal: Appeal?, at now: Date) -> AppealIneligibility? {
        if appeal != nil { return .appealed }
        if liftedAt != nil { return .lifted }
        return now < appealableUntil ? nil : .late
    }

    /// The sanction's status, which pages explain.
    enum Status: String, Sendable, CaseIterable {
        case given
        case inForce = "standing"
        case ended, lifted
    }

    func status(at now: Date) -> Status {
        if liftedAt != nil { return .lifted }
        if kind == .warning { return .given }
        return isInForce(at: now) ? .inForce : .ended
    }
}
