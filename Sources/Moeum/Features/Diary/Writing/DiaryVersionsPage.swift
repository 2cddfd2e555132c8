/// The earlier texts of an entry.
struct DiaryVersionsPage: Page {
    static let template = "diary/versions"

    let entry: DiaryEntry
    let dayText: String
    let versions: [DiaryVersionItem]

    static let fields: [Field<DiaryVersionsPage>] = [
        .list("versions") { $0.versions },
        .text("account") { String($0.entry.account) }.viewOnly,
        .text("dayText") { $0.dayText }.viewOnly,
        .text("entryPath") { "/diary/entries/\($0.entry.id)" }.viewOnly,
    ]
}

struct DiaryVersionItem: ViewModel {
    let version: DiaryVersion
    let writtenText: String
    /// Those that are still there.
    let photos: [DiaryThumbnail]

    static let fields: [Field<DiaryVersionItem>] = [
        .text("id") { String($0.version.id) },
        .integer("rev") { $0.version.rev },
        .text("text") { $0.version.text },
        .list("photos") { $0.photos },
        .choice("why") { $0.version.why },
        .time("writtenAt") { $0.version.writtenAt },
        .text("writtenText") { $0.writtenText }.viewOnly,
    ]
}
