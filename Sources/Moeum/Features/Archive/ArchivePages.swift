import Foundation

/// The page on which a person exports their data.
struct ExportPage: Page {
    static let template = "archive/export"
    static let fragments = ["jobs": "archive/export-jobs"]

    let form: FormView
    let jobs: [ArchiveJobCard]
    let storage: AccountStorage
    let settings: SettingsFrame

    static let fields: [Field<ExportPage>] = [
        .object("storage") { $0.storage },
        .object("form") { $0.form },
        .list("jobs") { $0.jobs },
        .flag("isWorking") { $0.jobs.contains { $0.job.isActive } },
        .object("settings") { $0.settings }.viewOnly,
    ]
}

/// The page on which a person imports an archive.
struct ImportPage: Page {
    static let template = "archive/import"
    static let fragments = ["jobs": "archive/import-jobs"]

    /// Why this person may not import one.
    let restriction: Member.PostingRestriction?
    let restrictionText: String?
    let form: FormView
    let jobs: [ArchiveJobCard]
    let settings: SettingsFrame

    static let fields: [Field<ImportPage>] = [
        .text("bar") { $0.restriction?.rawValue },
        .text("barText") { $0.restrictionText }.viewOnly,
        .flag("isRestricted") { $0.restriction != nil && $0.restriction != .unverified }.viewOnly,
        .object("form") { $0.restriction == nil ? $0.form : nil },
        .list("jobs") { $0.jobs },
        .flag("isWorking") { $0.jobs.contains { $0.job.isActive } },
        .object("settings") { $0.settings }.viewOnly,
    ]
}

/// One archive job: its progress and its result.
struct ArchiveJobCard: ViewModel {
    /// The counts of one part.
    struct Count: ViewModel {
        let counts: ArchiveCounts
        let label: String
        /// False for what is there to be read, and for photos: they come with what they are of.
        let isImportable: Bool

        static let fields: [Field<Count>] = [
            .text("part") { $0.counts.part }, .text("label") { $0.label }.viewOnly,
            .integer("found") { $0.counts.found }, .integer("imported") { $0.counts.imported },
            .integer("skipped") { $0.counts.skipped }, .flag("isWhole") { $0.counts.skipped == 0 }.viewOnly,
            .flag("isBrokenOff") { $0.counts.left != nil }.viewOnly,
            .flag("isPart") { $0.counts.left == nil && $0.counts.skipped > 0 }.viewOnly,
        ]
    }

    let job: ArchiveJob
    let stateText: String
    let failureText: String?
    let sizeText: String?
    let counts: [Count]
    /// What was there and is not taken in, in words.
    let leftText: String?
    let isReady: Bool

    init(_ job: ArchiveJob, at now: Date, _ views: Views, _ language: Language) {
        func text(_ key: String) -> String { views.text(key, [:], language) }
        self.job = job
        isReady = job.isReady(at: now)
        // Expired already, although the sweep has not run yet.
        let state = job.state == .done && job.kind == .export && !isReady ? .expired : job.state
        stateText = text("archive.state.\(job.kind.rawValue).\(state.rawValue)")
        failureText = job.failure.map { text("archive.failure.\($0.rawValue)") }
        sizeText = job.size.map { ByteSize.text(Int($0), views, language) }
        // Where it broke off, some of a part has come.
        let counts = job.outcome.filter { $0.left == nil || (job.state == .failed && $0.imported > 0) }.map { counts in
            let known = views.hasText("archive.part.\(counts.part)")
            return Count(
                counts: counts,
                label: known ? text("archive.part.\(counts.part)") : counts.part,
                isImportable: ArchivePart.all.contains { $0.name == counts.part && $0.restore != nil }
            )
        }
        self.counts = counts
        // Photos come with what they are of.
        let left = counts.filter {
            !$0.isImportable && $0.counts.found > 0 && $0.counts.part != ArchivePart.photos.name
        }
        let labels = left.map(\.label).joined(separator: ", ")
        leftText = left.isEmpty ? nil : views.text("archive.counts-left", ["labels": .text(labels)], language)
    }

    static let fields: [Field<ArchiveJobCard>] = [
        .text("id") { String($0.job.id) },
        .text("state") { $0.job.state.rawValue },
        .text("step") { $0.job.step },
        .text("stateText") { $0.stateText }.viewOnly,
        .flag("isInHand") { $0.job.isActive }.viewOnly,
        .time("createdAt") { $0.job.createdAt },
        .time("expiresAt") { $0.isReady ? $0.job.expiresAt : nil },
        .integer("size") { $0.isReady ? $0.job.size.map(Int.init) : nil },
        .text("sizeText") { $0.isReady ? $0.sizeText : nil }.viewOnly,
        .text("href") { $0.isReady ? "/settings/export/\($0.job.id)" : nil },
        .text("failure") { $0.job.failure?.rawValue },
        .text("failureText") { $0.failureText }.viewOnly,
        .list("counts") { $0.counts },
        .list("taken") { $0.counts.filter { $0.isImportable && $0.counts.found > 0 } }.viewOnly,
        .text("leftText") { $0.leftText }.viewOnly,
    ]
}

/// The page of the archive format: every part and column, for people who read an archive with their own programs.
struct ArchiveSchemaPage: Page {
    static let template = "archive/schema"

    /// A part of an archive.
    struct Part: ViewModel {
        let part: ArchivePart
        let title: String
        let columns: [Column]

        static let fields: [Field<Part>] = [
            .text("name") { $0.part.name }, .text("title") { $0.title },
            .flag("isImportable") { $0.part.restore != nil }, .list("columns") { $0.columns },
        ]
    }

    /// A column of a part.
    struct Column: ViewModel {
        let column: ArchivePart.Column
        let meaning: String

        static let fields: [Field<Column>] = [
            .text("name") { $0.column.name }, .text("type") { $0.column.kind.rawValue },
            .flag("isOptional") { $0.column.isOptional }, .text("meaning") { $0.meaning },
        ]
    }

    /// A type of columns.
    struct Kind: ViewModel {
        let type: String
        let meaning: String

        static let fields: [Field<Kind>] = [.text("type") { $0.type }, .text("meaning") { $0.meaning }]
    }

    let parts: [Part]
    let kinds: [Kind]

    init(_ views: Views, _ language: Language) {
        func text(_ key: String) -> String { views.text(key, [:], language) }
        kinds = ArchiveValue.Kind.allCases.map {
            Kind(type: $0.rawValue, meaning: text("archive.type.\($0.rawValue)"))
        }
        parts = ArchivePart.all.map { part in
            Part(
                part: part,
                title: text("archive.part.\(part.name)"),
                columns: part.columns.map {
                    Column(column: $0, meaning: text("archive.column.\(part.name).\($0.name)"))
                }
            )
        }
    }

    static let fields: [Field<ArchiveSchemaPage>] = [
        .text("format") { _ in ArchiveFormat.name },
        .integer("version") { _ in ArchiveFormat.version },
        .list("types") { $0.kinds },
        .list("parts") { $0.parts },
    ]
}
