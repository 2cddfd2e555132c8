/// The form of a favourite: a heart button sends no values, the edit page sends all.
struct FavouriteForm: Sendable {
    let input: Favourite.Input

    init(_ form: Form) throws(FormErrors) {
        var input = Favourite.Input()
        var errors: [String: String] = [:]
        if let typed = Self.tags(form) {
            do { input.tags = try Tag.list(typed) } catch { errors["tags"] = error.rawValue }
        }
        if let typed = form["note"] {
            do { input.note = try BoundedText(typed, .lines, upTo: Favourite.maxNoteLength).text } catch {
                errors["note"] = error.rawValue
            }
        }
        if !errors.isEmpty { throw FormErrors(errors) }
        self.input = input
    }

    /// The typed tags in one line: a program may send several fields. Nil where none was sent.
    static func tags(_ form: Form) -> String? {
        let typed = form.all("tags")
        return typed.isEmpty ? nil : typed.joined(separator: ", ")
    }

    /// Whether tags or a note were sent.
    var hasValues: Bool { input.tags != nil || input.note != nil }

    /// Arguments of the texts about errors.
    static let bounds: [String: FieldValue] = [
        "mostTags": .integer(Tag.maxPerFavourite), "longestTag": .integer(Tag.maxLength),
        "mostOwnTags": .integer(Tag.maxCount), "mostFavourites": .integer(Favourite.maxCount),
    ]

    /// The form as its page declares it.
    static func declaration(of place: Place.ID, isKept: Bool) -> FormDeclaration {
        FormDeclaration(
            action: "/favourites/\(place)",
            submit: isKept ? "favourites.save" : "favourites.add",
            [
                .next, FormControl.text("tags", key: "favourite-tags", autocomplete: "off").optional,
                FormControl.textArea("note", key: "favourite-note", maximum: Favourite.maxNoteLength).optional,
            ]
        )
    }
}
