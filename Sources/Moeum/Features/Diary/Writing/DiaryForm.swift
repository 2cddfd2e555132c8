import Foundation

/// The form of an entry before any check: keeps what was typed unchanged.
struct DiaryForm: Sendable, Equatable {
    /// The button that was pressed.
    enum Action: Sendable, Equatable {
        case done
        /// Saves, and shows the form again.
        case upload
        /// Searches for a place by the words in the form.
        case find
        /// Chooses a place; nil takes the chosen one out.
        case place(Place.ID?)
        case photo(PhotoMove)

        init(_ value: String?) {
            let parts = (value ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            switch parts.first {
            case "upload": self = .upload
            case "find": self = .find
            case "place": self = .place(parts.count == 2 ? Place.ID(parts[1]) : nil)
            default: self = PhotoMove(value).map(Action.photo) ?? .done
            }
        }
    }

    /// Empty for today.
    var day = ""
    /// Whether the field of the day was emptied.
    var lacksDay = false
    /// `HH:mm`.
    var minute = ""
    var place = ""
    var weather = ""
    var text = ""
    var pictures: [AttachedPhoto] = []
    /// Photos that the page had and that were taken out of it.
    var takenOut: [Photo.ID] = []
    /// The words to find a place by.
    var placeQuery = ""
    var action = Action.done

    /// The form after the button beside a photo or a place.
    mutating func applyAction() {
        switch action {
        case .done, .upload, .find: break
        case .place(let id): place = id.map { String($0) } ?? DiaryEntryInput.noPlace
        case .photo(let move):
            let before = pictures.map(\.id)
            move.apply(to: &pictures)
            takenOut += before.filter { id in !pictures.contains { $0.id == id } }
        }
    }
}

extension DiaryForm {
    /// `on`, `minute`, `place_id`, `weather`, `text`, `photo_id` and `alt` repeated in the same order, `taken_out` repeated.
    init(_ form: Form) {
        day = form["on"] ?? ""
        lacksDay = form["on"] == ""
        minute = form["minute"] ?? ""
        place = form["place_id"] ?? ""
        weather = form["weather"] ?? ""
        text = form["text"] ?? ""
        placeQuery = form["place"] ?? ""
        pictures = AttachedPhoto.all(in: form)
        takenOut = form.all("taken_out").compactMap { Photo.ID($0) }
        // Enter in a field finds a place where there are words to find one by.
        action = form["act"] == "enter" && !placeQuery.isEmpty ? .find : Action(form["act"])
    }

    /// The form of a saved entry.
    init(_ entry: DiaryEntry, _ pictures: [AttachedPhoto]) {
        copyFacts(of: entry)
        text = entry.text
        self.pictures = pictures
    }

    /// Day and time, place and weather as they are stored.
    mutating func copyFacts(of entry: DiaryEntry) {
        (day, lacksDay) = (entry.day, false)
        minute = entry.minute.map(SeoulTime.clock) ?? ""
        place = entry.place.map { String($0) } ?? ""
        weather = DiaryEntryInput.WeatherChoice(entry.weather).code
    }

    func has(_ picture: AttachedPhoto) -> Bool { pictures.contains { $0.id == picture.id } }
}

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
