/// The roulette's wheel, filters and result.
struct RoulettePage: Page {
    static let template = "roulette/roulette"
    static let fragments = ["roulette": "roulette/part"]

    let query: RouletteQuery
    var candidates = 0
    var result: RouletteResult?
    var advice: [RouletteAlternative] = []
    /// Links for starting over, where dropping one filter does not help.
    var beginnings: [ListChoice] = []
    var sources: [RouletteChoice] = []
    var groups: [RouletteGroup] = []
    var wheel: Markup?
    /// Why there is no result, in words.
    var emptyText = ""
    var districts: [ListChoice] = []

    static let fields: [Field<RoulettePage>] = [
        .text("from") { $0.query.source?.rawValue },
        .integer("candidates") { $0.candidates },
        .object("pick") { $0.result?.card },
        .list("advice") { $0.advice },
        .integer("count") { $0.candidates }.viewOnly,
        .object("result") { $0.result }.viewOnly,
        .list("beginnings") { $0.beginnings }.viewOnly,
        .flag("isEmpty") { $0.candidates == 0 && !$0.query.needsPosition }.viewOnly,
        .flag("needsPosition") { $0.query.needsPosition }.viewOnly,
        .text("emptyText") { $0.emptyText }.viewOnly,
        .text("address") { $0.query.address }.viewOnly,
        .text("near") { $0.query.place.near == nil ? nil : $0.query.items.first { $0.name == "near" }?.value }.viewOnly,
        .list("sources") { $0.sources }.viewOnly,
        .list("groups") { $0.groups }.viewOnly,
        .list("districts") { $0.districts }.viewOnly,
        .markup("wheel") { $0.wheel },
    ]
}

/// The picked place.
struct RouletteResult: ViewModel {
    let card: PlaceCard
    let address: String
    var note: String?
    /// Nil without a session, where no visit can be recorded.
    var isVisitedToday: Bool?
    /// The question whether the place is still there.
    var confirmationSection: ConfirmationSection?

    static let fields: [Field<RouletteResult>] = [
        .object("card") { $0.card },
        .text("note") { $0.note?.isEmpty == true ? nil : $0.note },
        .flag("hasAccount") { $0.isVisitedToday != nil },
        .flag("isVisitedToday") { $0.isVisitedToday },
        .text("visitAction") { "/places/\($0.card.id)/visits" },
        .text("address") { $0.address },
        .text("shareHref") { "/roulette/picks/\($0.card.id)" },
        .text("kakaoHref") { $0.card.kakaoHref },
        .text("naverHref") { $0.card.naverHref },
        .object("confirmationSection") { $0.confirmationSection },
    ]
}

/// A checkbox or radio button.
struct RouletteChoice: ViewModel {
    let name: String
    let value: String
    let label: String
    var countText: String?
    var icon: String?
    var isChecked = false
    var isKorean = false

    static let fields: [Field<RouletteChoice>] = [
        .text("name") { $0.name }, .text("value") { $0.value }, .text("label") { $0.label },
        .text("countText") { $0.countText }, .flag("isChecked") { $0.isChecked }, .flag("isKorean") { $0.isKorean },
        .text("icon") { $0.icon },
    ]
}

/// Choices with a common heading; many of them are folded.
struct RouletteGroup: ViewModel {
    let legend: String
    let choices: [RouletteChoice]
    var isFold = false
    /// Whether they are radio buttons, shown side by side.
    var isSegment = false

    static let fields: [Field<RouletteGroup>] = [
        .text("legend") { $0.legend }, .list("choices") { $0.choices }, .flag("isFold") { $0.isFold },
        .flag("isSegment") { $0.isSegment },
        .text("chosenText") { group in
            let chosen = group.choices.filter(\.isChecked).map(\.label)
            return chosen.isEmpty ? nil : chosen.joined(separator: ", ")
        },
    ]
}

/// A filter to drop, with the number of places without it.
struct RouletteAlternative: ViewModel {
    let advice: RouletteAdvice
    let label: String

    static let fields: [Field<RouletteAlternative>] = [
        .text("filter") { $0.advice.filter.rawValue }, .integer("candidates") { $0.advice.candidates },
        .text("href") { $0.advice.query.address }, .text("label") { $0.label }.viewOnly,
    ]
}

/// The answer for programs after a spin.
struct RouletteResponse: ViewModel {
    let next: String
    let candidates: Int
    let pick: PlaceCard

    static let fields: [Field<RouletteResponse>] = [
        .text("next") { $0.next }, .integer("candidates") { $0.candidates }, .object("pick") { $0.pick },
    ]
}

struct RoulettePickPage: Page {
    static let template = "roulette/pick"

    let card: PlaceCard

    static let fields: [Field<RoulettePickPage>] = [
        .object("pick") { $0.card }
    ]
}
