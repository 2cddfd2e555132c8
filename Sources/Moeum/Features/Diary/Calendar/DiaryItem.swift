import Foundation

/// An entry as lists and calendars show it.
struct DiaryItem: Sendable, Equatable {
    let id: DiaryEntry.ID
    let day: String
    let title: String
    /// The first 400 characters of its text.
    let beginning: String
    let mention: PlaceMention?
    let photoCount: Int
    let weather: DiaryEntry.Weather
    var photos: [DiaryPhoto] = []
}

/// A visit that no entry tells of.
struct DiaryVisit: Sendable, Equatable {
    let visit: Visit
    let mention: PlaceMention
}

/// A place as entries and visits name it.
struct PlaceMention: Sendable, Equatable {
    /// Nil where the site no longer has it.
    let place: Place.ID?
    let name: String
    let kind: Place.Kind?
    let district: String
    let dong: String?
    /// Whether the place has closed.
    var isClosed = false
}

extension PlaceMention {
    init(_ place: Place) {
        self.init(
            place: place.id,
            name: place.name,
            kind: place.kind,
            district: place.district,
            dong: place.dong,
            isClosed: place.status == .closed
        )
    }
}

/// What a diary has of some days.
struct DiaryDays: Sendable {
    let items: [String: [DiaryItem]]
    let visits: [String: [DiaryVisit]]

    init(_ items: [DiaryItem], _ visits: [DiaryVisit]) {
        self.items = Dictionary(grouping: items, by: \.day)
        self.visits = Dictionary(grouping: visits, by: \.visit.on)
    }

    /// Latest first.
    var days: [String] { Set(items.keys).union(visits.keys).sorted(by: >) }
}
