/// An entry as plain text, to be passed on by its author: title, date, place, weather, what was written, and whose the
/// weather is.
struct DiaryEntryText: Sendable, Localized {
    let entry: DiaryEntry
    /// The name of its place's district.
    let district: String?
    let views: Views
    let language: Language

    var fileName: String { DiaryFileNames.name(day: entry.day, title: entry.title) + ".txt" }

    var text: String {
        let weather = entry.weather.kind.map { _ in weatherText(entry.weather) }
        let facts = [dateText, placeText, weather].compactMap(\.self)
        let head = ([DiaryText.wholeTitle(of: entry.text)] + facts).joined(separator: "\n")
        let attribution = entry.weather.attribution.map(attributionText)
        let parts = [head.trimmed, DiaryText.withoutTitle(entry.text), attribution].compactMap(\.self)
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    private var dateText: String {
        let date = SeoulTime.fullText(forDay: entry.day, language) ?? entry.day
        return entry.minute.map { "\(date) \(SeoulTime.clock($0))" } ?? date
    }

    private var placeText: String? {
        entry.placeName.isEmpty ? nil : [entry.placeName, district].compactMap(\.self).joined(separator: ", ")
    }
}
