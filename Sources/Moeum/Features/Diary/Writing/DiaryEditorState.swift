import HTTPTypes

/// The editor while a form is handled: values, problems, files.
struct DiaryEditorState: Sendable {
    var form: DiaryForm
    var target: SaveDiaryEntry.Target
    /// The revision that the form was made from; nil for a new entry.
    var rev: Int?
    /// Why the form is refused.
    var formErrors: FormErrors?
    var fileErrors: [FormPhotos.FileError] = []

    var status: HTTPResponse.Status { formErrors?.status ?? fileErrors.first?.status ?? .ok }

    /// Codes by field.
    var errors: [String: String] { formErrors?.codes ?? [:] }

    /// Seconds; for 429 and 503.
    var retryAfter: Int? { fileErrors.compactMap(\.retryAfter).max() }

    /// The answer to programs.
    var problem: Problem {
        var codes = errors
        if let first = fileErrors.first { codes["photos"] = first.code }
        return .invalidForm(codes, status: status, retryAfter: retryAfter)
    }

    /// Where a saved form leads: to the entry, or back to the editor by a button that asks for more.
    func next(_ entry: DiaryEntry.ID) -> String {
        switch form.action {
        case .done: "/diary/entries/\(entry)"
        case .find: "/diary/entries/\(entry)/edit?place=\(form.placeQuery.queryEncoded)#place"
        case .place: "/diary/entries/\(entry)/edit#place"
        case .upload, .photo: "/diary/entries/\(entry)/edit#photos"
        }
    }

    /// The address of a new form with the same facts and no words yet.
    var newPath: String {
        let items: [(name: String, value: String)] = [
            ("on", form.day), ("minute", form.minute), ("weather", form.weather),
            ("place_id", form.place == DiaryEntryInput.noPlace ? "" : form.place),
            ("place", form.action == .find ? form.placeQuery : ""),
        ]
        return items.filter { !$0.value.isEmpty }.address("/diary/entries/new") + "#place"
    }
}

extension DiaryEditorState {
    /// A form as sent.
    /// - Parameter id: nil where it creates an entry.
    init(_ sent: FormPhotos, of id: DiaryEntry.ID?) {
        form = DiaryForm(sent.words)
        form.pictures = sent.pictures
        form.applyAction()
        target = id.map { .entry($0) } ?? .form(IdempotencyKey.checked(sent.words["once"]) ?? SystemRandom.name())
        (rev, fileErrors) = (sent.words["rev"].flatMap { Int($0) }, sent.errors)
    }
}
