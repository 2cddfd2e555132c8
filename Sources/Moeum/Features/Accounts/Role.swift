/// What a person may do beyond their own things; a greater one may do all that a lesser may.
enum Role: String, Sendable, CaseIterable, Comparable {
    case member
    case moderator
    case admin

    /// Moderators and admins: who needs two-factor.
    var isStaff: Bool { self >= .moderator }

    static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .member: 0
        case .moderator: 1
        case .admin: 2
        }
    }
}
