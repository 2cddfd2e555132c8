import Foundation

/// A restaurant that a district designated as a model, or an independent bookshop.
package struct Place: Sendable, Identifiable {
    package enum Kind: String, Sendable, CaseIterable, Codable {
        case restaurant, bookshop
    }

    /// Counts, lists, search and map have only listed places; cancelled and closed places keep their page.
    package enum Status: String, Sendable, CaseIterable, Codable {
        case listed, cancelled, closed
    }

    /// How near to the door a position is.
    package enum Precision: String, Sendable, CaseIterable {
        case exact, road, dong
    }

    /// WGS 84, in degrees.
    package struct Position: Sendable, Hashable {
        let latitude: Double
        let longitude: Double
        package let precision: Precision
    }

    /// The mean has two decimals in JSON and is nil without ratings.
    package struct Rating: Sendable, Equatable {
        package let mean: Double?
        package let count: Int
    }

    package let id: Identifier<Place>
    package let kind: Kind
    /// As people know it.
    package let name: String
    /// As in the source, which is the name at the designation: the company's name, or the same.
    let officialName: String
    /// The business type as in the source, such as 한식.
    package let category: String
    /// The district's slug.
    package let district: String
    let dong: String?
    let roadAddress: String?
    let lotAddress: String?
    /// Normalised for display, such as 02-332-0000.
    package let phone: String?
    package let menu: String?
    package let description: String?
    package let link: String?
    package let position: Position?
    /// `yyyy-MM-dd`.
    let designatedOn: String?
    /// As in the source; `OpeningHours` reads what it can.
    let hoursText: String?
    package let status: Status
    package let rating: Rating
    /// The source of the record; `factSources` has those of facts from elsewhere.
    package let source: SourceReference
    let favouriteCount: Int
    /// How many of its photos are shown.
    let photoCount: Int
    /// What members tell of its opening hours, which holds where the record has none.
    let toldHours: ToldHours?
    /// The newest of them, where it was read.
    var cover: CoverPhoto?
    /// As the licence register has it today; nil where that is the official name.
    var currentName: String?
}

/// The source of a fact, and its day.
package struct SourceReference: Sendable, Equatable {
    /// A key of the `sources` table, such as `seoul-model-restaurants`.
    package let source: String
    /// `yyyy-MM-dd`, or only the month or year where no more is known.
    let asOf: String
}

/// What a source says about one place, parsed and normalised; `(source.source, key)` identifies it.
struct PlaceRecord: Sendable, Equatable {
    package var source: SourceReference
    /// The source's own key, such as the permit number.
    package var key: String
    package var kind: Place.Kind
    /// As the source has it; `shownName` is the one that people know.
    package var name: String
    /// As the licence register has it today; nil where that is the same name.
    var currentName: String?
    package var category: String
    package var district: String
    var dong: String?
    var roadAddress: String?
    var lotAddress: String?
    package var phone: String?
    package var menu: String?
    package var description: String?
    package var link: String?
    package var position: Place.Position?
    var designatedOn: String?
    var hoursText: String?
    /// Facts of other sources or days, such as a dong's centre from `Data/`.
    var factSources: [PlaceFact: SourceReference] = [:]

    /// What stands on the sign today.
    var shownName: String { PlaceName.shown(currentName ?? name) }
}

extension Place.Position {
    /// The position where a pin may stand and from which metres count; nil at a dong's centre, where nothing stands.
    var pinned: Place.Position? { precision == .dong ? nil : self }
}

extension Place.Position? {
    /// The precision in the JSON representation: `none` where nothing is known.
    var precisionName: String { self?.precision.rawValue ?? "none" }
}
