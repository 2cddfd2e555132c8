import Foundation

/// What somebody has to say against a sanction; once, within twenty days.
struct Appeal: Sendable, Identifiable {
    typealias ID = Int64

    enum State: String, Sendable, CaseIterable, Codable {
        case open, upheld, overturned
    }

    let id: ID
    let sanction: Sanction.ID
    let account: Account.ID
    let text: String
    let state: State
    let createdAt: Date
    let decidedAt: Date?
    /// Nil too where the site or a command took the sanction back, or where that person has left.
    let decidedBy: Account.ID?
    /// What the person reads about the decision.
    let answer: String
}

extension Sanction {
    /// Why somebody cannot appeal against a sanction, or not any more; the raw value is the code of the form's error.
    enum AppealBar: String, Sendable, CaseIterable {
        case appealed
        case lifted = "taken-back"
        case late = "too-late"

        var problem: Problem {
            Problem(status: .conflict, key: "appeal-\(rawValue)", errors: ["form": rawValue])
        }
    }

    /// Counted from when it was imposed the last time.
    var appealableUntil: Date { (resumedAt ?? startsAt) + Self.appealPeriod }

    /// Nil where one can appeal. What came to its end by itself counts against somebody all the same, so one can appeal
    /// against that too.
    func appealBar(_ appeal: Appeal?, at now: Date) -> AppealBar? {
        if appeal != nil { return .appealed }
        if liftedAt != nil { return .lifted }
        return now < appealableUntil ? nil : .late
    }

    /// How it stands, in a word that pages explain.
    enum Status: String, Sendable, CaseIterable {
        case given, standing, ended, lifted
    }

    func status(at now: Date) -> Status {
        if liftedAt != nil { return .lifted }
        if kind == .warning { return .given }
        return isInForce(at: now) ? .standing : .ended
    }
}
