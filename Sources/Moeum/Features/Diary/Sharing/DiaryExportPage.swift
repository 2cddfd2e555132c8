/// The page on which somebody chooses what of their diary to take along.
struct DiaryExportPage: Page {
    static let template = "diary/export"

    /// A kind of file.
    struct Format: ViewModel {
        let format: DiaryExportQuery.Format
        let isChosen: Bool

        static let fields: [Field<Format>] = [
            .choice("value") { $0.format }, .flag("isChosen") { $0.isChosen }.viewOnly,
        ]
    }

    /// What cannot be taken, beside its field.
    struct FieldError: ViewModel {
        let field: String
        let text: String

        static let fields: [Field<FieldError>] = [.text("id") { $0.field }, .text("errorText") { $0.text }]
    }

    let query: DiaryExportQuery
    let today: String
    let formats: [Format]
    let errors: [FieldError]

    init(_ query: DiaryExportQuery, today: String, _ views: Views, _ language: Language) {
        (self.query, self.today) = (query, today)
        formats = DiaryExportQuery.Format.allCases.map {
            Format(format: $0, isChosen: $0 == query.format ?? .markdown)
        }
        errors = query.errors.sorted { $0.key < $1.key }.map { field, code in
            FieldError(field: field, text: views.text("diary-export.problem.\(field).\(code)", [:], language))
        }
    }

    static let fields: [Field<DiaryExportPage>] = [
        .list("formats") { $0.formats },
        .text("from") { $0.query.range.from },
        .text("to") { $0.query.range.to },
        .flag("hasTitles") { $0.query.hasTitles },
        .text("earliest") { _ in Visit.earliestDay }.viewOnly,
        .text("today") { $0.today }.viewOnly,
        .list("problems") { $0.errors }.viewOnly,
        .flag("fromIsWrong") { $0.query.errors["from"] != nil }.viewOnly,
        .flag("toIsWrong") { $0.query.errors["to"] != nil }.viewOnly,
    ]
}
