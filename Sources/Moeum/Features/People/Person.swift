import Foundation

/// Somebody as staff find them.
struct Person: Sendable, Identifiable {
    let id: Account.ID
    let nickname: String
    let email: String
    /// What the nickname is compared by, and the list continued after.
    let nicknameKey: String
    let role: Role
    let isVerified: Bool
    let isLeaving: Bool
    let isSuspended: Bool
    let isBarredFromPosting: Bool

    /// The weightiest that can be said of them.
    enum State: String, Sendable, CaseIterable {
        case suspended
        case noPosting = "no-posting"
        case leaving, unverified, active
    }

    var state: State {
        if isSuspended { return .suspended }
        if isBarredFromPosting { return .noPosting }
        if isLeaving { return .leaving }
        return isVerified ? .active : .unverified
    }

    /// Admins help people with their address; moderators need no more than to know it again.
    func address(for reader: Role) -> String { reader == .admin ? email : MaskedAddress.text(email) }
}

/// Whom staff look for, as the address of the list says it.
struct PeopleQuery: Sendable, Equatable {
    enum Filter: String, Sendable, CaseIterable {
        case all, staff, sanctioned, unverified, leaving
    }

    /// What was typed: the beginning of a nickname, a whole address, or a number.
    var q = ""
    var filter = Filter.all
    var role: Role?
    var after = ""

    static let maxLength = 254

    /// What is searched for.
    enum Search: Sendable, Equatable {
        case everybody
        /// Nicknames whose key begins so; a number too.
        case nickname(String, number: Account.ID?)
        case address(String)
        /// What was typed can be nobody's.
        case nobody
    }

    var search: Search {
        if q.isEmpty { return .everybody }
        if q.contains("@") { return (try? EmailAddress(q)).map { .address($0.key) } ?? .nobody }
        let key = Nickname.key(q)
        return key.isEmpty ? .nobody : .nickname(key, number: Account.ID(q))
    }

    /// - Parameter value: of a name in the address; unknown values count as none.
    init(_ value: (String) -> String?) {
        q = (try? BoundedText(value("q") ?? "", .oneLine, upTo: Self.maxLength).text) ?? ""
        filter = value("state").flatMap(Filter.init(rawValue:)) ?? .all
        role = value("role").flatMap(Role.init(rawValue:))
        after = (try? BoundedText(value("after") ?? "", .oneLine, upTo: Self.maxLength).text) ?? ""
    }

    /// The address of the same list, with something otherwise.
    func href(filter: Filter? = nil, after: String = "") -> String {
        let items = [
            ("q", q), ("state", (filter ?? self.filter) == .all ? "" : (filter ?? self.filter).rawValue),
            ("role", role?.rawValue ?? ""), ("after", after),
        ].filter { !$0.1.isEmpty }
        let query = items.map { "\($0.0)=\($0.1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
        return query.isEmpty ? "/admin/users" : "/admin/users?\(query.joined(separator: "&"))"
    }
}
