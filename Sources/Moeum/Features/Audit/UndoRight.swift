/// Who may take what back.
extension Deed {
    /// What only admins do, and so only admins take back.
    private static let ofAdmins: Set<Action> = [
        .giveRole, .endSessions, .addWord, .removeWord, .changeSetting, .retryMail, .discardMail, .startImport,
    ]

    var isOfAdmins: Bool { Self.ofAdmins.contains(action) }
}

extension Transaction {
    /// Moderators take back what moderators may do; nobody what concerns themselves.
    /// - Parameter deed: also one that took another back.
    func mayUndo(_ deed: Deed, _ staff: Member) throws -> Bool {
        if deed.person == staff.id || deed.target == Deed.Target(.user, staff.id) { return false }
        if staff.role >= .admin { return true }
        if try origin(of: deed).isOfAdmins { return false }
        // What is imposed on staff is the admins' business.
        guard deed.target.kind == .user, let person = try deed.target.id.flatMap({ try account($0) }) else {
            return true
        }
        return person.role < .moderator
    }
}
