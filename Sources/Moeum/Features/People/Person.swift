import Foundation

/// An account as the staff's list shows it.
struct Person: Sendable, Identifiable {
    let id: Account.ID
    let nickname: String
    let email: String
    /// The key that nicknames are compared and the list is continued by.
    let nicknameKey: String
    let role: Role
    let isVerified: Bool
    let isLeaving: Bool
    let isSuspended: Bool
    let isRestrictedFromPosting: Bool

    /// The most severe state of an account.
    enum State: String, Sendable, CaseIterable {
        case suspended
        case noPosting = "no-posting"
        case leaving, unverified, active
    }

    var state: State {
        if isSuspended { return .suspended }
        if isRestrictedFromPosting { return .noPosting }
        if isLeaving { return .leaving }
        return isVerified ? .active : .unverified
    }

    /// Admins see the whole address, because they help with it; moderators see it masked, enough to recognise it.
    func address(for reader: Role) -> String { reader == .admin ? email : MaskedAddress.text(email) }
}

/// The query of the staff's list of accounts, as in its address.
struct PeopleQuery: Sendable, Equatable {
    enum Filter: String, Sendable, CaseIterable {
        case all, staff, sanctioned, unverified, leaving
    }

    /// The search text: the beginning of a nickname, a whole address, or an account's number.
    var q = ""
    var filter = Filter.all
    var role: Role?
    var after = ""

    static let maxLength = 254

    /// What the search text is.
    enum Search: Sendable, Equatable {
        case everybody
        /// The beginning of a nickname's key; digits may be an account's number too.
        case nickname(String, number: Account.ID?)
        case address(String)
        /// A text that no account can have.
        case nobody
    }

    var search: Search {
        if q.isEmpty { return .everybody }
        if q.utf8.contains(UInt8(ascii: "@")) { return (try? EmailAddress(q)).map { .address($0.key) } ?? .nobody }
        let key = Nickname.key(q)
        return key.isEmpty ? .nobody : .nickname(key, number: Account.ID(q))
    }

    /// - Parameter value: the value of a name in the address; unknown values are ignored.
    init(_ value: (String) -> String?) {
        q = (try? BoundedText(value("q") ?? "", .oneLine, upTo: Self.maxLength).text) ?? ""
        filter = value("state").flatMap(Filter.init(rawValue:)) ?? .all
        role = value("role").flatMap(Role.init(rawValue:))
        after = (try? BoundedText(value("after") ?? "", .oneLine, upTo: Self.maxLength).text) ?? ""
    }

    /// The address of the same list with another filter or page.
    func href(filter: Filter? = nil, after: String = "") -> String {
        let items = [
            (name: "q", value: q), ("state", (filter ?? self.filter) == .all ? "" : (filter ?? self.filter).rawValue),
            ("role", role?.rawValue ?? ""), ("after", after),
        ].filter { !$0.value.isEmpty }
        return items.isEmpty ? "/admin/users" : "/admin/users?\(Form(items: items).encoded)"
    }
}
