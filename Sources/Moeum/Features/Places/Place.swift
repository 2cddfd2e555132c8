import Foundation

/// A restaurant that a district designated as a model, or an independent bookshop.
public struct Place: Sendable, Identifiable {
    public typealias ID = Int64

    public enum Kind: String, Sendable, CaseIterable, Codable {
        case restaurant, bookshop
    }

    /// Counts, lists, search and map hold listed places only; the others keep their page.
    public enum Status: String, Sendable, CaseIterable {
        case listed, cancelled, closed
    }

    /// How near to the door a position is.
    public enum Precision: String, Sendable, CaseIterable {
        case exact, road, dong
    }

    /// WGS 84, in degrees.
    public struct Position: Sendable, Equatable {
        public let latitude: Double
        public let longitude: Double
        public let precision: Precision
    }

    /// The mean has two decimals in JSON and is nil without ratings.
    public struct Rating: Sendable, Equatable {
        public let mean: Double?
        public let count: Int
    }

    public let id: ID
    public let kind: Kind
    public let name: String
    /// The business type as in the source, such as 한식.
    public let category: String
    /// The district's slug.
    public let district: String
    public let dong: String?
    public let roadAddress: String?
    public let lotAddress: String?
    /// Normalised for display, such as 02-332-0000.
    public let phone: String?
    public let menu: String?
    public let description: String?
    public let link: String?
    public let position: Position?
    /// `yyyy-MM-dd`.
    public let designatedOn: String?
    /// As in the source; `OpeningHours` reads what it can.
    public let hoursText: String?
    public let status: Status
    public let rating: Rating
    /// Where the record as a whole came from; single facts that came from elsewhere stand in `factSources`.
    public let source: SourceReference
    /// How many people keep it.
    public let hearts: Int
}

/// Where a fact came from and as of which day.
public struct SourceReference: Sendable, Equatable {
    /// A key of the `sources` table, such as `seoul-model-restaurants`.
    public let source: String
    /// `yyyy-MM-dd`, or only the month or year where no more is known.
    public let asOf: String

    public init(source: String, asOf: String) {
        self.source = source
        self.asOf = asOf
    }
}

/// What a source says about one place, already parsed and normalised; `(source.source, key)` identifies it.
public struct PlaceRecord: Sendable, Equatable {
    public var source: SourceReference
    /// The source's own key, such as the permit number.
    public var key: String
    public var kind: Place.Kind
    public var name: String
    public var category: String
    public var district: String
    public var dong: String?
    public var roadAddress: String?
    public var lotAddress: String?
    public var phone: String?
    public var menu: String?
    public var description: String?
    public var link: String?
    public var position: Place.Position?
    public var designatedOn: String?
    public var hoursText: String?
    /// Facts that another source told, or this one on another day, such as a dong's centre from `Data/`.
    public var factSources: [PlaceFact: SourceReference] = [:]
}
