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
    init(_ form: DiaryForm, today: String) throws(FormErrors) {
        var errors: [String: String] = [:]
        day = Self.day(form.day, today: today, &errors)
        if form.lacksDay { errors["on"] = Visit.DayError.missing.rawValue }
        minute = Self.minute(form.minute, &errors)
        place = Place.ID(form.place)
        removesPlace = form.place == Self.noPlace
        if place == nil, !form.place.isEmpty, !removesPlace { errors["place_id"] = "unknown" }
        weather = WeatherChoice(form.weather) ?? .none
        if WeatherChoice(form.weather) == nil { errors["weather"] = "unknown" }
        do { text = try DiaryText(form.text) } catch {
            errors["text"] = error.rawValue
            throw FormErrors(errors)
        }
        pictures = Self.described(form.pictures, &errors)
        if pictures.count > DiaryEntry.maxPhotos { errors["photos"] = "too-many" }
        guard errors.isEmpty else { throw FormErrors(errors) }
    }

    private static func day(_ typed: String, today: String, _ errors: inout [String: String]) -> String {
        do throws(Visit.DayError) { return try Visit.day(typed.isEmpty ? nil : typed, today: today) } catch {
            errors["on"] = error.rawValue
            return today
        }
    }

    /// `HH:mm`, as a time field sends it; nothing without a time.
    private static func minute(_ typed: String, _ errors: inout [String: String]) -> Int? {
        if typed.isEmpty { return nil }
        let parts = typed.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count >= 2, let hour = parts[0], let minute = parts[1], (0..<24).contains(hour),
            (0..<60).contains(minute)
        else {
            errors["minute"] = "invalid"
            return nil
        }
        return hour * 60 + minute
    }

    private static func described(_ pictures: [AttachedPhoto], _ errors: inout [String: String]) -> [AttachedPhoto] {
        pictures.map { picture in
            do throws(AlternativeText.Error) { return try picture.checked() } catch {
                errors["alt-\(picture.id)"] = error.rawValue
                return picture
            }
        }
    }
}
