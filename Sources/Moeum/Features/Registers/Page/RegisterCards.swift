/// What the page of imports says of public registers: each one's last import, and a form that takes a file.
struct RegistersSection: ViewModel {
    let upload: RegisterUploadCard?
    /// Nil while an upload is in hand.
    let form: FormView?
    let registers: [RegisterCard]

    static let fields: [Field<RegistersSection>] = [
        .object("upload") { $0.upload },
        .object("form") { $0.form },
        .list("registers") { $0.registers },
    ]
}

/// The progress of the last uploaded register.
struct RegisterUploadCard: ViewModel {
    let upload: RegisterUpload
    let name: String
    let stateText: String

    static let fields: [Field<RegisterUploadCard>] = [
        .text("id") { String($0.upload.id) },
        .choice("register") { $0.upload.register },
        .text("name") { $0.name },
        .flag("isInHand") { $0.upload.isActive },
        .flag("isDryRun") { $0.upload.options.isDryRun },
        .text("failure") { $0.upload.failure?.rawValue },
        .text("stateText") { $0.stateText },
        .text("sentBy") { $0.upload.sentBy },
        .time("createdAt") { $0.upload.createdAt },
        .time("endedAt") { $0.upload.endedAt },
    ]
}

/// A register's last import, and what it changed.
struct RegisterCard: ViewModel {
    enum State: String, CaseIterable {
        case never, fine
        /// Rows were refused, or districts held back.
        case part
        case failed
    }

    let register: Register
    let name: String
    /// Nil where it was never imported.
    let record: LastRegisterImport?
    let failureText: String?
    let matches: [Match]
    let districts: [District]
    let refusals: [Refusal]
    let changes: [Change]

    var state: State {
        guard let record else { return .never }
        if record.failure != nil { return .failed }
        return record.total.refused > 0 || record.districts.contains { $0.held != nil } ? .part : .fine
    }

    static let fields: [Field<RegisterCard>] = [
        .choice("register") { $0.register },
        .text("name") { $0.name },
        .choice("state") { $0.state },
        .time("at") { $0.record?.finishedAt },
        .text("asOf") { $0.record?.asOf },
        .flag("isDryRun") { $0.record?.isDryRun },
        .time("takenAt") { $0.record?.taken?.at },
        .text("takenAsOf") { $0.record?.taken?.asOf },
        .text("failure") { $0.record?.failure?.code.rawValue },
        .text("failureText") { $0.failureText },
        .text("failureFigures") { $0.record?.failure?.text },
        .integer("places") { $0.record?.places },
        .integer("rows") { $0.record?.total.rows },
        .integer("matched") { $0.record?.total.matched },
        .list("matches") { $0.matches },
        .integer("ambiguous") { $0.record?.ambiguous },
        .integer("open") { $0.record?.total.open },
        .integer("closed") { $0.record?.total.closed },
        .integer("changed") { $0.record?.total.changed },
        .integer("refused") { $0.record?.total.refused },
        .list("districts") { $0.districts },
        .list("held") { $0.districts.filter { $0.part.held != nil } }.viewOnly,
        .list("refusals") { $0.refusals },
        .integer("moreRefusals") { max(0, ($0.record?.total.refused ?? 0) - $0.refusals.count) },
        .list("changes") { $0.changes },
        .integer("moreChanges") { max(0, ($0.record?.changeCount ?? 0) - $0.changes.count) },
    ]

    /// How many places a rule found.
    struct Match: ViewModel {
        let rule: RegisterMatch
        let label: String
        let count: Int

        static let fields: [Field<Match>] = [
            .choice("rule") { $0.rule }, .text("label") { $0.label }, .integer("number") { $0.count },
        ]
    }

    /// A district's part.
    struct District: ViewModel {
        let part: LastRegisterImport.District
        let name: String
        let heldText: String?

        static let fields: [Field<District>] = [
            .text("slug") { $0.part.slug }, .text("name") { $0.name }, .integer("rows") { $0.part.counts.rows },
            .integer("matched") { $0.part.counts.matched }, .integer("open") { $0.part.counts.open },
            .integer("closed") { $0.part.counts.closed }, .integer("changed") { $0.part.counts.changed },
            .integer("refused") { $0.part.counts.refused }, .text("held") { $0.part.held?.rawValue },
            .text("heldText") { $0.heldText },
        ]
    }

    /// A refused row.
    struct Refusal: ViewModel {
        let refusal: LastRegisterImport.Refusal
        let label: String

        static let fields: [Field<Refusal>] = [
            .text("file") { $0.refusal.file.isEmpty ? nil : $0.refusal.file }, .integer("line") { $0.refusal.line },
            .text("row") { $0.refusal.row }, .text("reason") { $0.refusal.reason }, .text("label") { $0.label },
        ]
    }

    /// One fact of a place.
    struct Change: ViewModel {
        let change: LastRegisterImport.Change
        let label: String
        /// In words.
        let before: String
        let after: String

        static let fields: [Field<Change>] = [
            .text("href") { "/places/\($0.change.place)" }, .text("name") { $0.change.name },
            .text("fact") { $0.change.change.fact }, .text("label") { $0.label },
            .text("before") { $0.change.change.before }, .text("after") { $0.change.change.after },
            .text("beforeText") { $0.before }.viewOnly, .text("afterText") { $0.after }.viewOnly,
        ]
    }
}
