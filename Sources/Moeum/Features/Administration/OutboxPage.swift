import Foundation

/// The state of the outbox, and the e-mails that could not be delivered.
struct OutboxPage: Page {
    static let template = "administration/outbox"

    let state: OutboxState
    let letters: [DeadLetterRow]
    let frame: AdministrationFrame

    init(_ state: OutboxState, _ letters: [DeadLetter], _ frame: AdministrationFrame) {
        self.state = state
        self.letters = letters.map(DeadLetterRow.init)
        self.frame = frame
    }

    private var more: Int { max(0, state.dead - letters.count) }

    /// The time of the newest undelivered e-mail on the page, so that the buttons concern no newer ones.
    private var until: Int64? { letters.first?.letter.diedAt.milliseconds }

    static let fields: [Field<OutboxPage>] = [
        .integer("waiting") { $0.state.waiting },
        .integer("held") { $0.state.held },
        .time("waitingSince") { $0.state.waitingSince },
        .time("lastSentAt") { $0.state.lastSentAt },
        .integer("count") { $0.state.dead },
        .list("deadLetters") { $0.letters },
        .flag("hasSeveral") { $0.state.dead > 1 }.viewOnly,
        .integer("more") { $0.more },
        .text("until") { $0.until.map { String($0) } },
        .object("frame") { $0.frame }.viewOnly,
    ]
}

/// One undelivered e-mail, without its recipient, which is private.
struct DeadLetterRow: ViewModel {
    let letter: DeadLetter

    static let fields: [Field<DeadLetterRow>] = [
        .text("id") { String($0.letter.id) },
        .text("kind") { $0.letter.kind },
        .text("recipient") { MaskedAddress.text($0.letter.recipient) },
        .text("subject") { $0.letter.subject },
        .text("reason") { MaskedAddress.hiding($0.letter.recipient, in: $0.letter.reason) },
        .integer("tries") { $0.letter.tries },
        .time("createdAt") { $0.letter.createdAt },
        .time("diedAt") { $0.letter.diedAt },
        .flag("canRetry") { $0.letter.hasWords },
    ]
}
