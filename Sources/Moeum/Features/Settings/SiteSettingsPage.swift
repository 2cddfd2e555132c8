/// The settings of the automatic rules, in one form.
struct SiteSettingsPage: Page {
    static let template = "administration/settings"

    let rules: [SiteRule]
    let token: String?
    let summary: FormSummary?

    static let fields: [Field<SiteSettingsPage>] = [
        .list("settings") { $0.rules.flatMap(\.settings) },
        .list("rules") { $0.rules }.viewOnly,
        .text("csrf") { $0.token },
        .object("summary") { $0.summary },
    ]
}

/// One automatic rule, with its switch and thresholds.
struct SiteRule: ViewModel {
    let name: String
    /// Its name and description.
    let title: String
    let text: String
    let isSwitchedOn: SiteSettingEntry
    let thresholds: [SiteSettingEntry]

    var settings: [SiteSettingEntry] { [isSwitchedOn] + thresholds }

    /// All rules: the switch of each, and its thresholds.
    static let all: [(toggle: SiteSettings.Name, thresholds: [SiteSettings.Name])] = [
        (.hidesReported, [.hideWeight]),
        (.holdsSurges, [.surgeFactor, .surgeLeast]),
        (.limitsFirstDay, [.firstDayReviews, .firstDayPhotos, .firstDayReports]),
        (.holdsLinks, [.linkDays]),
        (.blocksWords, []),
        (.rejectsRemovedPhotos, []),
        (.holdsLikePhotos, [.photoLikeness]),
    ]

    static let fields: [Field<SiteRule>] = [
        .text("rule") { $0.name },
        .text("title") { $0.title },
        .text("text") { $0.text },
        .object("toggle") { $0.isSwitchedOn },
        .list("thresholds") { $0.thresholds },
    ]
}

/// A switch or threshold of the form.
struct SiteSettingEntry: ViewModel {
    let name: SiteSettings.Name
    /// The saved value; the form carries it, so that a change of somebody else is noticed.
    let value: Int
    /// What the field shows.
    let typed: String
    let label: String
    let unit: String
    let error: String?

    static let fields: [Field<SiteSettingEntry>] = [
        .text("name") { $0.name.rawValue },
        .integer("value") { $0.value },
        .integer("standard") { $0.name.standard },
        .integer("minimum") { $0.name.range.lowerBound },
        .integer("maximum") { $0.name.range.upperBound },
        .text("least") { $0.name.text($0.name.range.lowerBound) }.viewOnly,
        .text("most") { $0.name.text($0.name.range.upperBound) }.viewOnly,
        .text("usual") { $0.name.text($0.name.standard) }.viewOnly,
        .flag("isSwitch") { $0.name.isSwitch },
        .text("typed") { $0.typed },
        .text("label") { $0.label }.viewOnly,
        .text("unit") { $0.unit }.viewOnly,
        .text("error") { $0.error },
        .text("described") { $0.error == nil ? "\($0.name.rawValue)-hint" : "\($0.name.rawValue)-error" }.viewOnly,
    ]
}
