/// The sheet on which somebody makes a card: its three sizes, what it shows, and who would see it.
struct CardSheetPage: Page {
    static let template = "cards/sheet"

    /// One of the sizes, as it will be.
    struct Picture: ViewModel {
        let size: CardSize
        let source: String
        let name: String
        let alt: String

        static let fields: [Field<Picture>] = [
            .choice("size") { $0.size },
            .text("src") { $0.source },
            .integer("width") { $0.size.width },
            .integer("height") { $0.size.height },
            .text("alt") { $0.alt },
            .text("sizeName") { $0.name }.viewOnly,
        ]
    }

    /// A photo to choose.
    struct Pick: ViewModel {
        let photo: CardMaterial.Photo
        let alt: String
        let isChosen: Bool

        static let fields: [Field<Pick>] = [
            .text("id") { String($0.photo.id) },
            .text("thumb") { $0.photo.files.path(.small) },
            .text("thumbAlt") { $0.alt },
            .flag("isChosen") { $0.isChosen },
        ]
    }

    let material: CardMaterial
    let choice: CardChoice
    let plan: CardPlan
    let pictures: [Picture]
    let picks: [Pick]
    let shown: String
    let withheld: String
    let alt: String
    /// Why no link can be made, in words; nil where one can.
    let restriction: String?
    let errors: [String]
    let lineProblem: String?
    let altProblem: String?
    let once: String
    /// The public cards that there are of it.
    let cards: [ListChoice]
    let language: Language

    static let fields: [Field<CardSheetPage>] = [
        .choice("look") { $0.choice.look },
        .text("line") { $0.plan.words.line },
        .text("name") { $0.plan.words.name },
        .text("where") { $0.plan.words.place },
        .text("date") { $0.plan.words.date },
        .text("alt") { $0.alt },
        .list("pictures") { $0.pictures },
        .list("photos") { $0.picks },
        .text("shown") { $0.shown },
        .text("withheld") { $0.withheld },
        .text("path") { $0.material.source.cardPath }.viewOnly,
        .text("cardsAction") { "\($0.material.source.path)/cards?lang=\($0.language.rawValue)" }.viewOnly,
        .flag("hasDay") { $0.material.day != nil }.viewOnly,
        .flag("hasDate") { $0.choice.hasDate }.viewOnly,
        .flag("canWeather") { $0.material.weather.kind != nil }.viewOnly,
        .flag("hasWeather") { $0.choice.hasWeather }.viewOnly,
        .flag("hasName") { $0.choice.hasName }.viewOnly,
        .text("typedLine") { $0.choice.line ?? $0.plan.words.line }.viewOnly,
        .integer("maxLine") { _ in CardChoice.maxLineLength }.viewOnly,
        .text("bar") { $0.restriction }.viewOnly,
        .texts("problems") { $0.errors }.viewOnly,
        .text("lineProblem") { $0.lineProblem }.viewOnly,
        .text("altProblem") { $0.altProblem }.viewOnly,
        .text("once") { $0.once }.viewOnly,
        .text("seen") { $0.plan.key }.viewOnly,
        .list("cards") { $0.cards }.viewOnly,
        .text("crumb") { $0.material.title.isEmpty ? $0.plan.words.name : $0.material.title }.viewOnly,
        .text("homeHref") { $0.material.source.home(on: $0.material.day) }.viewOnly,
    ]
}
