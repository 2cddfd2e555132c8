/// The list around a cell as a browser sorts it by its own position, with the texts that it then writes.
struct NeighbourhoodView: ViewModel {
    let cell: String
    /// In metres.
    let radius: Int
    /// Whether more places lie around the cell than the list has.
    let isCut: Bool
    let isByDistance: Bool
    let metresText: String
    let kilometresText: String
    let aboutText: String
    let walkText: String
    let foundText: String
    let noneText: String
    let unlocatedText: String

    static let fields: [Field<NeighbourhoodView>] = [
        .text("cell") { $0.cell },
        .integer("radius") { $0.radius },
        .flag("isByDistance") { $0.isByDistance },
        .text("metresText") { $0.metresText },
        .text("kilometresText") { $0.kilometresText },
        .text("aboutText") { $0.aboutText },
        .text("walkText") { $0.walkText },
        .text("foundText") { $0.foundText },
        .text("noneText") { $0.noneText },
        .text("unlocatedText") { $0.unlocatedText },
    ]
}
