/// The line below a place's name: whether it still exists, by which register and of which day.
struct PlaceTrust: ViewModel {
    enum State: String, Sendable, CaseIterable {
        /// No closing was reported.
        case open
        case gone
        /// Nobody knows; that does not mean that it closed.
        case unsure
        /// A list has it, which is all that is known.
        case listed
    }

    let state: State
    let title: String
    let text: String
    /// What the register itself says, in Korean, where it is none of our states.
    var registerWord: String?

    static let fields: [Field<PlaceTrust>] = [
        .choice("state") { $0.state },
        .text("title") { $0.title },
        .text("text") { $0.text },
        .text("registerWord") { $0.registerWord },
    ]
}

/// The words about a place whose name has changed since it was designated.
struct PlaceRenaming: ViewModel {
    let title: String
    let formerName: String
    let text: String

    static let fields: [Field<PlaceRenaming>] = [
        .text("title") { $0.title }, .text("formerName") { $0.formerName }, .text("text") { $0.text },
    ]
}

/// Whether a place still exists, as a register says; the source is a key of the page about the data.
struct OperationNote: ViewModel {
    let operation: PlaceOperation

    static let fields: [Field<OperationNote>] = [
        .choice("state") { $0.operation.state },
        .text("since") { $0.operation.since },
        .text("source") { $0.operation.reference.source },
        .text("asOf") { $0.operation.reference.asOf },
    ]
}

/// A designation of a place, also one that is history.
struct DesignationNote: ViewModel {
    let designation: PlaceDesignation
    let label: String
    let text: String
    var note: String?

    static let fields: [Field<DesignationNote>] = [
        .choice("kind") { $0.designation.kind },
        .text("from") { $0.designation.from },
        .text("until") { $0.designation.until },
        .text("revoked") { $0.designation.revokedOn },
        // Also on a day that is not known.
        .flag("ended") { $0.designation.revocation != nil || $0.designation.hasEnded },
        .text("source") { $0.designation.reference.source },
        .text("asOf") { $0.designation.reference.asOf },
        .text("grade") { $0.designation.grade },
        .text("label") { $0.label }.viewOnly,
        .text("text") { $0.text }.viewOnly,
        .text("note") { $0.note }.viewOnly,
    ]
}

/// The price of a dish and its day.
struct PriceNote: ViewModel {
    let price: DishPrice
    let text: String
    /// The dish in English, on English pages alone.
    var dishes: String?

    static let fields: [Field<PriceNote>] = [
        .text("dish") { $0.price.dish },
        .integer("won") { $0.price.won },
        .text("asOf") { $0.price.reference.asOf },
        .text("text") { $0.text }.viewOnly,
        .text("dishes") { $0.dishes }.viewOnly,
    ]
}
