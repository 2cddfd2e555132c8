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
