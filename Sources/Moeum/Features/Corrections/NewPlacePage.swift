import Foundation

/// The form by which staff add a place that no source has.
struct NewPlacePage: Page {
    static let template = "corrections/new"

    let form: FormView
    /// The text of the suggestion, and its case.
    let suggested: String?
    let caseID: ReportCase.ID?

    static let fields: [Field<NewPlacePage>] = [
        .object("form") { $0.form },
        .text("suggested") { $0.suggested },
        .text("caseID") { $0.caseID.map { String($0) } },
    ]
}

extension FormDeclaration {
    /// The form of a new place.
    static let newPlace = FormDeclaration(
        action: CorrectionRoutes.path,
        submit: "admin.places.add",
        [.radios("kind", Place.Kind.allCases.map(\.rawValue), key: "place-kind", words: "kind")]
            + [CorrectableFact.name, .category, .roadAddress, .lotAddress].map(\.control)
            + [.text("district", key: "place-district", autocomplete: "off").optional]
            + [CorrectableFact.phone, .link, .hours, .position].map(\.control)
            + [
                .text("source", key: "place-told", maximum: CorrectionForm.maxSourceLength, autocomplete: "off"),
                .hidden("case"),
            ]
    )
}

extension FiledSuggestion {
    /// First values of the form, from a suggestion: the name, then an address, and the web address given as its source; older
    /// suggestions have that in a line of its own.
    var beginnings: [String: String] {
        var lines = value.split(separator: "\n").map(String.init)
        let said = source.split(whereSeparator: \.isWhitespace).map(String.init)
        var values = ["link": ([lines.last ?? ""] + said).first { WebLink($0) != nil } ?? ""]
        if lines.count > 1, WebLink(lines.last) != nil { lines.removeLast() }
        values["name"] = lines.first
        if lines.count > 1 { values["road_address"] = lines.last }
        return values
    }
}
