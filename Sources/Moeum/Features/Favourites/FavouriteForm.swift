/// What the form of a favourite holds: a heart sends none of it, the page on which one is edited sends all.
struct FavouriteForm: Sendable {
    let draft: Favourite.Draft
    /// Codes by field.
    let problems: [String: String]

    init(_ form: Form) {
        var draft = Favourite.Draft()
        var problems: [String: String] = [:]
        if let typed = Self.tags(form) {
            do { draft.tags = try Tag.list(typed) } catch { problems["tags"] = error.rawValue }
        }
        if let typed = form["note"] {
            do { draft.note = try BoundedText(typed, .lines, upTo: Favourite.maxNoteLength).text } catch {
                problems["note"] = error.rawValue
            }
        }
        self.draft = draft
        self.problems = problems
    }

    /// What is typed of tags, in one line: a program may send a field for each. Nil where nothing is said of them.
    static func tags(_ form: Form) -> String? {
        let typed = form.all("tags")
        return typed.isEmpty ? nil : typed.joined(separator: ", ")
    }

    /// Whether it says anything of the favourite beyond that there is one.
    var saysMore: Bool { draft.tags != nil || draft.note != nil }

    /// For the words about what is wrong.
    static let bounds: [String: FieldValue] = [
        "mostTags": .integer(Tag.maxPerFavourite), "longestTag": .integer(Tag.greatestLength),
        "mostOwnTags": .integer(Tag.maxCount), "mostFavourites": .integer(Favourite.maxCount),
    ]

    /// As a page declares it.
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
