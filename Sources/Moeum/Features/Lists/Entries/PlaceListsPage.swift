/// The page that chooses on which of one's lists a place is.
struct PlaceListsPage: Page {
    static let template = "lists/place"

    let place: PlaceCard
    let lists: [Choice]
    let title: String
    let idempotencyKey: String
    let titleProblem: String?
    let listProblem: String?

    /// One of the person's lists, checked where the place is on it.
    struct Choice: ViewModel {
        let list: ListCard
        let isChosen: Bool
        /// Whether the place was on it when the form was first shown: only differences from that are applied.
        let wasChosen: Bool

        static let fields: [Field<Choice>] = [
            .object("list") { $0.list },
            .flag("isChosen") { $0.isChosen },
            .flag("wasChosen") { $0.wasChosen }.viewOnly,
        ]
    }

    static let fields: [Field<PlaceListsPage>] = [
        .object("place") { $0.place },
        .list("lists") { $0.lists },
        .text("typedTitle") { $0.title }.viewOnly,
        .text("once") { $0.idempotencyKey }.viewOnly,
        .text("titleProblem") { $0.titleProblem }.viewOnly,
        .text("listProblem") { $0.listProblem }.viewOnly,
        .integer("mostTitle") { _ in NamedList.maxTitleLength }.viewOnly,
    ]
}
