extension Favourite.Input {
    /// From a form: a heart button sends no values, the edit page sends all.
    init(_ form: Form) throws(FormErrors) {
        var errors: [String: String] = [:]
        if let typed = FavouriteForm.tags(form) {
            do { tags = try Tag.list(typed) } catch { errors["tags"] = error.rawValue }
        }
        if let typed = form["note"] {
            do { note = try BoundedText(typed, .lines, upTo: Favourite.maxNoteLength).text } catch {
                errors["note"] = error.rawValue
            }
        }
        if !errors.isEmpty { throw FormErrors(errors) }
    }
}

/// The form of a favourite as its page declares it.
enum FavouriteForm {
    /// The typed tags in one line: a program may send several fields. Nil where none was sent.
    static func tags(_ form: Form) -> String? {
        let typed = form.all("tags")
        return typed.isEmpty ? nil : typed.joined(separator: ", ")
    }

    /// Arguments of the texts about errors.
    static let bounds: [String: FieldValue] = [
        "mostTags": .integer(Tag.maxPerFavourite), "longestTag": .integer(Tag.maxLength),
        "mostOwnTags": .integer(Tag.maxCount), "mostFavourites": .integer(Favourite.maxCount),
    ]

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
