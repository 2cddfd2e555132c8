import Foundation

/// An entry as sent, checked by every rule that needs nothing but the form.
struct DiaryEntryInput: Sendable, Equatable {
    /// Which weather the author wants.
    enum WeatherChoice: Sendable, Equatable {
        /// That of the day and district.
        case automatic
        case none
        case typed(WeatherKind)

        /// Nil for a text that is no choice.
        init?(_ code: String) {
            switch code {
            case "auto": self = .automatic
            case "", "none": self = .none
            default:
                guard let kind = WeatherKind(rawValue: code) else { return nil }
                self = .typed(kind)
            }
        }

        init(_ weather: DiaryEntry.Weather) {
            switch (weather.source, weather.kind) {
            case (.typed, let kind?): self = .typed(kind)
            case (.waiting, _), (.fetched, _): self = .automatic
            default: self = .none
            }
        }

        var code: String {
            switch self {
            case .automatic: "auto"
            case .none: "none"
            case .typed(let kind): kind.rawValue
            }
        }
    }

    /// Stands in `place_id` after the place was taken out; an empty field says nothing of a place that is gone.
    static let noPlace = "none"

    /// `yyyy-MM-dd`, in Seoul.
    let day: String
    let minute: Int?
    let place: Place.ID?
    /// Whether the name of a place that is gone is taken out, too.
    let removesPlace: Bool
    let weather: WeatherChoice
    let text: DiaryText
    let pictures: [AttachedPhoto]

    /// Whether there is nothing to see in it.
    var isBlank: Bool { text.isBlank && pictures.isEmpty }

    /// - Parameter today: in Seoul, `yyyy-MM-dd`.
    init(_ form: DiaryForm, today: String) throws(FormProblems) {
        var problems: [String: String] = [:]
        day = Self.day(form.day, today: today, &problems)
        if form.lacksDay { problems["on"] = Visit.DayError.missing.rawValue }
        minute = Self.minute(form.minute, &problems)
        place = Place.ID(form.place)
        removesPlace = form.place == Self.noPlace
        if place == nil, !form.place.isEmpty, !removesPlace { problems["place_id"] = "unknown" }
        weather = WeatherChoice(form.weather) ?? .none
        if WeatherChoice(form.weather) == nil { problems["weather"] = "unknown" }
        do { text = try DiaryText(form.text) } catch {
            problems["text"] = error.rawValue
            throw FormProblems(problems)
        }
        pictures = Self.described(form.pictures, &problems)
        if pictures.count > DiaryEntry.maxPhotos { problems["photos"] = "too-many" }
        guard problems.isEmpty else { throw FormProblems(problems) }
    }

    private static func day(_ typed: String, today: String, _ problems: inout [String: String]) -> String {
        do throws(Visit.DayError) { return try Visit.day(typed.isEmpty ? nil : typed, today: today) } catch {
            problems["on"] = error.rawValue
            return today
        }
    }

    /// `HH:mm`, as a time field sends it; nothing without a time.
    private static func minute(_ typed: String, _ problems: inout [String: String]) -> Int? {
        if typed.isEmpty { return nil }
        let parts = typed.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count >= 2, let hour = parts[0], let minute = parts[1], (0..<24).contains(hour),
            (0..<60).contains(minute)
        else {
            problems["minute"] = "invalid"
            return nil
        }
        return hour * 60 + minute
    }

    private static func described(_ pictures: [AttachedPhoto], _ problems: inout [String: String]) -> [AttachedPhoto] {
        pictures.map { picture in
            do throws(AlternativeText.Error) { return try picture.checked() } catch {
                problems["alt-\(picture.id)"] = error.rawValue
                return picture
            }
        }
    }
}
