/// The page of imports: of the districts' lists and of public registers. Staff start them here.
struct ImportsPage: Page {
    static let template = "administration/imports"
    static let fragments = ["jobs": "administration/import-state", "registers": "administration/register-imports"]

    let job: ImportJobCard?
    let districts: [DistrictImportCard]
    let choices: [ListChoice]
    let allowsMassCancel: Bool
    let hasKey: Bool
    /// Why no import was started: a key under `error.`.
    let problem: (title: String, text: String)?
    let registers: RegistersSection
    let formToken: String?

    static let fields: [Field<ImportsPage>] = [
        .object("job") { $0.job },
        .object("registerImports") { $0.registers },
        .flag("isWorking") { ($0.job?.job.isActive ?? false) || ($0.registers.upload?.upload.isActive ?? false) },
        .flag("hasKey") { $0.hasKey },
        .flag("canStart") { $0.hasKey && !($0.job?.job.isActive ?? false) },
        .text("problemTitle") { $0.problem?.title }.viewOnly,
        .text("problemText") { $0.problem?.text }.viewOnly,
        .list("districts") { $0.districts },
        .list("choices") { $0.choices }.viewOnly,
        .flag("allowsMassCancel") { $0.allowsMassCancel }.viewOnly,
        .text("csrf") { $0.formToken }.viewOnly,
    ]
}

/// The progress of the last import job.
struct ImportJobCard: ViewModel {
    /// A district of the job.
    struct Part: ViewModel {
        enum State: String, CaseIterable {
            case waiting, done, failed
        }

        let slug: String
        let name: String
        let state: State

        static let fields: [Field<Part>] = [
            .text("slug") { $0.slug }, .text("name") { $0.name }, .choice("state") { $0.state },
        ]
    }

    let job: ImportJob
    let stateText: String
    let parts: [Part]

    private var ended: Int { parts.count { $0.state != .waiting } }

    static let fields: [Field<ImportJobCard>] = [
        .text("id") { String($0.job.id) },
        .flag("isInHand") { $0.job.isActive },
        .text("failure") { $0.job.failure?.rawValue },
        .text("stateText") { $0.stateText },
        .text("askedBy") { $0.job.askedBy },
        .time("createdAt") { $0.job.createdAt },
        .time("endedAt") { $0.job.endedAt },
        .integer("ended") { $0.ended },
        .integer("all") { $0.parts.count },
        .list("parts") { $0.parts },
    ]
}

/// A district's state, and what its last import changed.
struct DistrictImportCard: ViewModel {
    enum State: String, CaseIterable {
        case never, fine, failed
    }

    /// Places with the same kind of change.
    struct Changes: ViewModel {
        let kind: DistrictImport.Change.Kind
        let label: String
        let places: [DistrictImport.Change]
        let count: Int

        static let fields: [Field<Changes>] = [
            .text("kind") { $0.kind.rawValue }, .text("label") { $0.label }, .integer("number") { $0.count },
            .list("places") { $0.places }, .flag("hasMore") { $0.count > $0.places.count }.viewOnly,
            .integer("more") { max(0, $0.count - $0.places.count) },
        ]
    }

    /// Rows refused for one reason.
    struct Rejection: ViewModel {
        let rejections: DistrictImport.Rejections
        let label: String

        static let fields: [Field<Rejection>] = [
            .text("reason") { $0.rejections.reason.rawValue }, .text("label") { $0.label },
            .integer("rows") { $0.rejections.rows }, .text("example") { $0.rejections.example },
        ]
    }

    let district: District
    let name: String
    let record: DistrictRecord
    let failureText: String?
    let changes: [Changes]
    let rejections: [Rejection]

    var state: State { record.last.map { $0.failure == nil ? .fine : .failed } ?? .never }

    static let fields: [Field<DistrictImportCard>] = [
        .text("slug") { $0.district.slug },
        .text("name") { $0.name },
        .choice("state") { $0.state },
        .time("at") { $0.record.last?.finishedAt },
        .time("workedAt") { $0.record.workedAt },
        .text("failure") { $0.record.last?.failure },
        .text("failureText") { $0.failureText },
        .integer("rowsRead") { $0.record.last?.rowsRead },
        .integer("inserted") { $0.record.last?.counts.inserted },
        .integer("changed") { $0.record.last?.counts.changed },
        .integer("unchanged") { $0.record.last?.counts.unchanged },
        .integer("cancelled") { $0.record.last?.counts.cancelled },
        .integer("refused") { $0.record.last?.rejected },
        .integer("places") { $0.record.places },
        .text("oldest") { $0.record.oldest },
        .text("newest") { $0.record.newest },
        .flag("isOfOneDay") { $0.record.oldest == $0.record.newest }.viewOnly,
        .list("changes") { $0.changes },
        .list("refusals") { $0.rejections },
        .flag("hasMoreToSay") { !$0.changes.isEmpty || !$0.rejections.isEmpty }.viewOnly,
    ]
}

extension DistrictImport.Change: ViewModel {
    static let fields: [Field<DistrictImport.Change>] = [
        .text("href") { "/places/\($0.place)" }, .text("name") { $0.name },
    ]
}
