/// Whether a business still exists, as a register says; not whether it is open at this hour.
struct PlaceOperation: Sendable, Equatable {
    enum State: String, Sendable, CaseIterable {
        /// No closing was reported.
        case open
        case suspended
        case closed
        /// The register's word is none of the above.
        case unknown
    }

    let state: State
    /// The register's own word, such as 영업/정상.
    let stateText: String
    /// `yyyy-MM-dd`, the day on which the closing was reported; nil where it is not known.
    var since: String?
    /// `yyyy-MM-dd`, the day of the licence, which outlives changes of owner.
    var licensedOn: String?
    let reference: SourceReference
}

/// What a place is designated as, by whom, and until when.
struct PlaceDesignation: Sendable, Equatable {
    enum Kind: String, Sendable, CaseIterable {
        /// 모범음식점.
        case model
        /// 식품안심업소, or a hygiene grade from before it.
        case safe
        /// 착한가격업소.
        case goodPrice = "good-price"
    }

    /// Why a designation was taken back; the register's own words are not kept.
    enum Revocation: String, Sendable, CaseIterable {
        /// 지위승계, 명의변경.
        case succession
        /// 폐업.
        case closing
        /// 자진반납.
        case voluntaryReturn = "return"
        /// 기준 미달, 행정처분.
        case standard
        case other
    }

    let kind: Kind
    /// Days, `yyyy-MM-dd`.
    var from: String?
    var renewedOn: String?
    /// The day on which it ends by itself.
    var until: String?
    /// Nil also where it was revoked on a day that is not known.
    var revokedOn: String?
    /// Nil where it was not revoked.
    var revocation: Revocation?
    /// Whether it holds no more though it was not revoked, as where the business closed; perhaps since a day that is not known.
    var hasEnded = false
    /// A former hygiene grade, such as 매우 우수; nil for 식품안심업소.
    var grade: String?
    let match: RegisterMatch
    let reference: SourceReference

    /// - Parameter today: `yyyy-MM-dd`.
    func isValid(on today: String) -> Bool { revocation == nil && !hasEnded && (until ?? today) >= today }
}

/// The price of a dish.
struct DishPrice: Sendable, Equatable {
    /// How many a place has.
    static let maxCount = 4

    let dish: String
    let won: Int
    let reference: SourceReference
}
