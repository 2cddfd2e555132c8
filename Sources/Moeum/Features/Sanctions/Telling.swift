extension Transaction {
    /// Tells somebody by mail, in their language, what was decided and why; whoever left hears nothing.
    func tell(_ account: Account.ID?, _ kind: Letter.Kind, _ act: Act, link: String = "/my/standing") throws {
        guard let account = try account.flatMap({ try self.account($0) }), account.verifiedAt != nil else { return }
        let details = Letter.Details(
            until: act.until,
            reason: act.reason?.rawValue,
            note: act.isNoteTold ? act.note : nil
        )
        try notify(kind, account, link: link, details, act.press)
    }
}
