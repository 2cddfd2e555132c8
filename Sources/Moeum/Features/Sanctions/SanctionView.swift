import Foundation

/// A sanction as the person and staff read it.
struct SanctionView: ViewModel {
    let sanction: Sanction
    let appeal: AppealView?
    let now: Date
    let kind: String
    let reason: String?
    let status: String
    /// Why an appeal is not possible, in words; nil where it is.
    let bar: String?

    init(_ sanction: Sanction, _ appeal: Appeal?, at now: Date, _ views: Views, _ language: Language) {
        func words(_ key: String) -> String { views.text(key, [:], language) }
        self.sanction = sanction
        self.now = now
        self.appeal = appeal.map { AppealView(appeal: $0, words: words("appeal.state.\($0.state.rawValue)")) }
        kind = words("sanction.kind.\(sanction.kind.rawValue)")
        reason = sanction.reason.map { words("reason.\($0.rawValue)") }
        let state = sanction.status(at: now)
        status = words("sanction.status.\(state.rawValue)")
        bar = sanction.appealBar(appeal, at: now).map { words("form-error.\($0.rawValue)") }
    }

    private var target: AuditEntry.Target? { sanction.about }

    static let fields: [Field<SanctionView>] = [
        .integer("id") { Int($0.sanction.id) },
        .text("kind") { $0.sanction.kind.rawValue },
        .text("reason") { $0.sanction.reason?.rawValue },
        .text("note") { $0.sanction.note },
        .time("from") { $0.sanction.startsAt },
        .time("until") { $0.sanction.endsAt },
        .time("liftedAt") { $0.sanction.liftedAt },
        .text("standing") { $0.sanction.status(at: $0.now).rawValue },
        .text("target") { $0.target?.description },
        .object("appeal") { $0.appeal },
        .flag("canAppeal") { $0.bar == nil },
        .time("appealableUntil") { $0.sanction.appealableUntil },
        .text("anchor") { "s\($0.sanction.id)" }.viewOnly,
        .text("kindWords") { $0.kind }.viewOnly,
        .text("reasonWords") { $0.reason }.viewOnly,
        .text("statusText") { $0.status }.viewOnly,
        .flag("isInForce") { [.inForce, .given].contains($0.sanction.status(at: $0.now)) }.viewOnly,
        .flag("mayEnd") { $0.sanction.kind == .noPosting || $0.sanction.kind == .suspension }.viewOnly,
        .text("targetHref") { $0.target.map { "/\($0.kind.rawValue)s/\($0.key)" } }.viewOnly,
        .text("appealHref") { $0.bar == nil ? "/appeals/\($0.sanction.id)" : nil }.viewOnly,
    ]
}

/// An appeal and its decision.
struct AppealView: ViewModel {
    let appeal: Appeal
    let words: String

    static let fields: [Field<AppealView>] = [
        .text("state") { $0.appeal.state.rawValue },
        .text("text") { $0.appeal.text },
        .time("createdAt") { $0.appeal.createdAt },
        .time("decidedAt") { $0.appeal.decidedAt },
        .text("answer") { $0.appeal.answer },
        .text("stateWords") { $0.words }.viewOnly,
    ]
}

/// A held review or photo of the reader's own.
struct HeldContent: ViewModel {
    let target: AuditEntry.Target
    let place: String
    let since: Date
    let href: String

    static let fields: [Field<HeldContent>] = [
        .text("target") { $0.target.description },
        .text("place") { $0.place },
        .time("since") { $0.since },
        .text("href") { $0.href }.viewOnly,
        .flag("isPhoto") { $0.target.kind == .photo }.viewOnly,
    ]
}

/// A blocked review or photo of the reader's own.
struct BlockedContent: ViewModel {
    let takedown: Takedown
    let place: String?
    /// The status of the reader's objection, in words.
    let status: String

    static let fields: [Field<BlockedContent>] = [
        .text("target") { $0.takedown.target.description },
        .text("place") { $0.place },
        .time("until") { $0.takedown.until },
        .flag("canObject") { $0.takedown.takesObjection },
        .text("standing") { $0.status }.viewOnly,
        .text("href") { "\($0.takedown.path)#block-\($0.takedown.id)" }.viewOnly,
        .flag("isPhoto") { $0.takedown.target.kind == .photo }.viewOnly,
    ]

    init(_ takedown: Takedown, place: String?, _ views: Views, _ language: Language) {
        self.takedown = takedown
        self.place = place
        let state = takedown.takesObjection ? "open" : takedown.keptAt == nil ? "objected" : "kept"
        status = views.text("standing.block.\(state)", [:], language)
    }
}

/// The account's standing: sanctions, held contents, blocks, and its own reports and suggestions.
struct StandingPage: Page {
    static let template = "sanctions/standing"

    let sanctions: [SanctionView]
    let blocked: [BlockedContent]
    let held: [HeldContent]
    /// The reports and suggestions that they sent.
    let sent: [SentReportView]
    let settings: SettingsFrame

    static let fields: [Field<StandingPage>] = [
        .list("sanctions") { $0.sanctions },
        .list("blocked") { $0.blocked },
        .list("held") { $0.held },
        .list("sent") { $0.sent },
        .flag("isClean") { $0.sanctions.isEmpty && $0.blocked.isEmpty && $0.held.isEmpty }.viewOnly,
        .object("settings") { $0.settings }.viewOnly,
    ]
}

/// The appeal against one sanction: the form, or the appeal as sent.
struct AppealPage: Page {
    static let template = "sanctions/appeal"

    let sanction: SanctionView
    let form: FormView?
    let settings: SettingsFrame

    static let fields: [Field<AppealPage>] = [
        .object("sanction") { $0.sanction },
        .object("form") { $0.form },
        .text("barWords") { $0.form == nil ? $0.sanction.bar : nil }.viewOnly,
        .object("settings") { $0.settings }.viewOnly,
    ]
}
