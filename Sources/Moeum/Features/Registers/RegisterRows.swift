/// A row of the licence register. Names of owners, business numbers and numbers of staff are never read.
struct LicenceRow: Sendable, Equatable {
    /// 관리번호, such as 3000000-101-1999-10679.
    let permit: String
    let state: PlaceOperation.State
    /// The register's own word.
    let stateText: String
    /// Days, `yyyy-MM-dd`, between 1950 and today.
    var closedOn: String?
    var licensedOn: String?
    /// Of today.
    let name: String
    var roadAddress: String?
    var lotAddress: String?
    /// Normalised; never a mobile number.
    var phone: String?
    /// Within Seoul, `exact`.
    var position: Place.Position?
    /// The day of 데이터갱신시점.
    var updatedOn: String?
}

/// A row of the register of model restaurants.
struct DesignationRow: Sendable, Equatable {
    let permit: String
    let name: String
    var designatedOn: String?
    var renewedOn: String?
    var revokedOn: String?
    var revocation: PlaceDesignation.Revocation?
    let state: PlaceOperation.State
    let stateText: String
    var closedOn: String?
    /// Whether 폐업일자 is filled, also with what is no day.
    var hasClosing = false
    var updatedOn: String?
}

/// A row of the hygiene grades.
struct GradeRow: Sendable, Equatable {
    let name: String
    let address: String
    var phone: String?
    /// A former grade, such as 매우 우수; nil for 식품안심업소 (적합).
    var grade: String?
    var from: String?
    var until: String?
    /// Whether it was taken back, or the business closed.
    let isOver: Bool
    var updatedOn: String?
}

/// A row of the good-price shops: up to four dishes.
struct PriceRow: Sendable, Equatable {
    struct Dish: Sendable, Equatable {
        let name: String
        /// In won.
        let won: Int
    }

    let name: String
    let address: String
    var phone: String?
    let dishes: [Dish]
}

/// A row, or a field of one, that could not be read.
struct RegisterRejection: Sendable, Equatable {
    enum Reason: String, Error, Sendable, CaseIterable {
        case missing, malformed, repeated, date, position, price
    }

    let file: String
    /// From 1, the header's.
    let line: Int
    /// The row's key or name.
    let row: String
    let reason: Reason
    /// Whether the row was taken without the field.
    let isFieldAlone: Bool
    /// The district's slug; nil where it is not known.
    var district: String?
}
