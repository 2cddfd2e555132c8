import Foundation

/// The page on which an entry is written.
struct DiaryEditorPage: Page {
    static let template = "diary/editor"

    let title: String
    let dayText: String
    /// `yyyy-MM`.
    let month: String
    let formView: DiaryFormView
    let versionCount: Int
    /// Whether the entry is in the trash because nothing is left in it.
    let isEmptied: Bool
    let weatherAttributions: [WeatherAttribution]

    static let fields: [Field<DiaryEditorPage>] = [
        .object("form") { $0.formView },
        .text("heading") { $0.dayText }.viewOnly,
        .text("monthHref") { "/diary/\($0.month)" }.viewOnly,
        .text("month") { $0.month }.viewOnly,
        .text("entryPath") { $0.formView.path }.viewOnly,
        .integer("count") { $0.versionCount }.viewOnly,
        .flag("isEmptied") { $0.isEmptied }.viewOnly,
        .list("weatherCredits") { $0.weatherAttributions }.viewOnly,
        .text("loginHref") { page in
            "/login?next=\((page.formView.path.map { "\($0)/edit" } ?? "/diary/entries/new").queryEncoded)"
        }.viewOnly,
    ]
}

/// The form of an entry: values, choices, problems.
struct DiaryFormView: ViewModel {
    let state: DiaryEditorState
    let account: Account.ID
    let token: String?
    let today: String
    let place: DiaryPlace?
    /// Nil without a search.
    let found: [DiaryPlace]?
    let weather: [WeatherOption]
    let photos: [PhotoFieldItem]
    /// The errors in words, by field.
    let words: [String: String]
    let fileErrors: [String]
    let summary: FormSummary?

    /// Nil for a new entry.
    var id: DiaryEntry.ID? { if case .entry(let id) = state.target { id } else { nil } }
    private var once: String? { if case .form(let key) = state.target { key } else { nil } }
    var path: String? { id.map { "/diary/entries/\($0)" } }

    static let fields: [Field<DiaryFormView>] = [
        .text("action") { $0.path ?? "/diary/entries" },
        .text("csrf") { $0.token },
        .text("once") { $0.once },
        .integer("rev") { $0.state.rev },
        .text("id") { $0.id.map { String($0) } },
        .text("day") { $0.state.form.day },
        .text("minute") { $0.state.form.minute },
        .text("text") { $0.state.form.text },
        .object("place") { $0.place },
        .list("photos") { $0.photos },
        .texts("photoErrors") { $0.fileErrors },
        .object("summary") { $0.summary },
        .list("weather") { $0.weather }.viewOnly,
        .object("chosenWeather") { view in view.weather.first { $0.isChosen && $0.code != "none" } }.viewOnly,
        .text("draft") { $0.path ?? "/diary/drafts/\($0.once ?? "")" }.viewOnly,
        .text("account") { String($0.account) }.viewOnly,
        .flag("isPlaceRemoved") { $0.state.form.place == DiaryEntryInput.noPlace }.viewOnly,
        .text("placeQuery") { $0.state.form.placeQuery }.viewOnly,
        .list("found") { $0.found ?? [] }.viewOnly,
        .flag("isFindingNothing") { $0.found?.isEmpty ?? false }.viewOnly,
        .flag("isOpen") { view in
            view.found != nil || ["on", "minute", "place_id", "weather"].contains { view.words[$0] != nil }
        }.viewOnly,
        .object("blankPhoto") { _ in PhotoFieldItem.blank() }.viewOnly,
        .text("today") { $0.today }.viewOnly,
        .text("earliest") { _ in Visit.earliestDay }.viewOnly,
        .integer("mostPhotos") { _ in DiaryEntry.maxPhotos }.viewOnly,
        .integer("mostBytes") { _ in Int(PhotoLimits.bytes) }.viewOnly,
        .integer("most") { _ in DiaryText.maxLength }.viewOnly,
        .text("onError") { $0.words["on"] }.viewOnly,
        .text("minuteError") { $0.words["minute"] }.viewOnly,
        .text("placeError") { $0.words["place_id"] }.viewOnly,
        .text("textError") { $0.words["text"] }.viewOnly,
        .text("photosError") { $0.words["photos"] }.viewOnly,
        .flag("hasPhotoProblem") { $0.words["photos"] != nil || !$0.fileErrors.isEmpty }.viewOnly,
    ]
}

/// A kind of weather to choose.
struct WeatherOption: ViewModel {
    let code: String
    let name: String
    let icon: String?
    let isChosen: Bool

    static let fields: [Field<WeatherOption>] = [
        .text("code") { $0.code },
        .text("name") { $0.name },
        .text("icon") { $0.icon },
        .flag("isChosen") { $0.isChosen },
    ]
}
