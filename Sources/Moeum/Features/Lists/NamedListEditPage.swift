/// The page that edits a list.
struct NamedListEditPage: Page {
    static let template = "lists/edit"

    let list: NamedListHead
    let form: FormView
    let covers: [ListChoice]
    /// The list as it is now, where it changed after the form was shown.
    let existing: NamedListHead?

    static let fields: [Field<NamedListEditPage>] = [
        .object("list") { $0.list },
        .object("form") { $0.form },
        .list("covers") { $0.covers }.viewOnly,
        .object("existing") { $0.existing },
    ]
}

/// The page that asks whether to delete a list.
struct NamedListDeletePage: Page {
    static let template = "lists/delete"

    let list: NamedListHead

    static let fields: [Field<NamedListDeletePage>] = [.object("list") { $0.list }]
}
