/// The form of a favourite: a heart button sends no values, the edit page sends all.
struct FavouriteForm: Sendable {
    let draft: Favourite.Draft

    init(_ form: Form) throws(FormErrors) {
        var draft = Favourite.Draft()
        var errors: [String: String] = [:]
        if let typed = Self.tags(form) {
            do { draft.tags = try Tag.list(typed) } catch { errors["tags"] = error.rawValue }
        }
        if let typed = form["note"] {
            do { draft.note = try BoundedText(typed, .lines, upTo: Favourite.maxNoteLength).text } catch {
                errors["note"] = error.rawValue
            }
        }
        if !errors.isEmpty { throw FormErrors(errors) }
        self.draft = draft
    }

    /// The typed tags in one line: a program may send several fields. Nil where none was sent.
    static func tags(_ form: Form) -> String? {
        let typed = form.all("tags")
        return typed.isEmpty ? nil : typed.joined(separator: ", ")
    }

    /// Whether tags or a note were sent.
    var saysMore: Bool { draft.tags != nil || draft.note != nil }

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
