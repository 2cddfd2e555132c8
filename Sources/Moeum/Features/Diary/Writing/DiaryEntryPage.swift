import Foundation

/// An entry as its author reads it.
struct DiaryEntryPage: Page {
    static let template = "diary/entry"

    let entry: DiaryEntry
    let dayText: String
    let place: DiaryPlace?
    let weather: WeatherView?
    let weatherAttributions: [WeatherAttribution]
    let photos: [DiaryPhotoItem]
    let versionCount: Int
    /// The question whether the entry's place is still there.
    var confirmationSection: ConfirmationSection?

    var title: String { entry.title.isEmpty ? dayText : entry.title }

    private var path: String { "/diary/entries/\(entry.id)" }

    static let fields: [Field<DiaryEntryPage>] = [
        .text("id") { String($0.entry.id) },
        .text("day") { $0.entry.day },
        .integer("minute") { $0.entry.minute },
        .text("text") { $0.entry.text },
        .text("title") { $0.entry.title },
        .object("place") { $0.place },
        .object("weather") { $0.weather },
        .list("photos") { $0.photos },
        .integer("rev") { $0.entry.rev },
        .time("editedAt") { $0.entry.editedAt },
        .list("weatherCredits") { $0.weatherAttributions }.viewOnly,
        .text("heading") { $0.title }.viewOnly,
        .flag("isHangul") { Romanization.hasHangul($0.title + $0.entry.text) }.viewOnly,
        .text("dayText") { $0.dayText }.viewOnly,
        .text("clock") { $0.entry.minute.map(SeoulTime.clock) }.viewOnly,
        .text("rest") { DiaryText.afterTitle($0.entry.text) }.viewOnly,
        .text("account") { String($0.entry.account) }.viewOnly,
        .text("entryPath") { $0.path }.viewOnly,
        .text("monthHref") { "/diary/\($0.entry.day.prefix(7))?day=\($0.entry.day)" }.viewOnly,
        .integer("count") { $0.versionCount }.viewOnly,
        .object("confirmationSection") { $0.confirmationSection }.viewOnly,
    ]
}

/// The place of an entry; without a link where the site no longer has it.
struct DiaryPlace: ViewModel {
    let id: Place.ID?
    let name: String
    let kind: Place.Kind?
    let whereText: String
    var isClosed = false

    static let fields: [Field<DiaryPlace>] = [
        .integer("id") { $0.id.map { Int($0) } },
        .text("name") { $0.name },
        .text("placeName") { $0.name }.viewOnly,
        .text("placeHref") { place in place.id.map { "/places/\($0)" } }.viewOnly,
        .text("placeWhere") { $0.whereText }.viewOnly,
        .flag("isBookshop") { $0.kind == .bookshop }.viewOnly,
        .flag("isClosed") { $0.isClosed }.viewOnly,
    ]
}

/// A photo of an entry with its files.
struct DiaryPhoto: ViewModel, Equatable {
    let id: Photo.ID
    let files: PhotoFiles
    let alt: String

    static let fields: [Field<DiaryPhoto>] = [
        .text("thumb") { $0.files.path(.small) }, .text("thumbAlt") { $0.alt },
    ]
}

struct DiaryPhotoItem: ViewModel {
    let photo: DiaryPhoto
    /// Its alternative text, or its number.
    let label: String

    static let fields: [Field<DiaryPhotoItem>] = [
        .text("id") { String($0.photo.id) },
        .text("src") { $0.photo.files.path(.large) },
        .text("alt") { $0.photo.alt },
        .integer("width") { $0.photo.files.width(.large) },
        .integer("height") { $0.photo.files.height(.large) },
        .text("sources") { $0.photo.files.sources() }.viewOnly,
        .text("label") { $0.label }.viewOnly,
    ]
}
