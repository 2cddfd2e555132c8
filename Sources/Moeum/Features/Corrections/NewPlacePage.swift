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
        FormControl.boundedAsFacts([
            .radios("kind", Place.Kind.allCases.map(\.rawValue), key: "place-kind", words: "kind"),
            .text("name", key: "place-name", autocomplete: "off"),
            .text("category", key: "place-category", autocomplete: "off"),
            .text("road_address", key: "place-road-address", autocomplete: "off").optional,
            .text("lot_address", key: "place-lot-address", autocomplete: "off").optional,
            .text("district", key: "place-district", autocomplete: "off").optional,
            .text("phone", key: "place-phone", autocomplete: "off").optional,
            .text("link", key: "place-link", autocomplete: "off").optional,
            .text("hours", key: "place-hours", autocomplete: "off").optional,
            .text("position", key: "place-position", autocomplete: "off").optional,
            .text("source", key: "place-told", maximum: CorrectionForm.maxSourceLength, autocomplete: "off"),
            .hidden("case"),
        ])
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
