extension Review.Draft {
    /// Whether what is ticked about its visit holds. What a review said before it may go on saying of the same day.
    func isVisitNoted(
        of account: Account.ID,
        at place: Place.ID,
        edits review: Review?,
        _ transaction: Transaction
    ) throws -> Bool {
        guard isVisitNoted, let visitedOn else { return true }
        if let review, review.isVisitNoted, review.visitedOn == visitedOn { return true }
        return try transaction.notedVisitDays(of: account, at: place).contains(visitedOn)
    }
}

extension ReviewFormBuilder {
    /// The latest days that an author may call noted, in words; nil where there is none.
    func notedDays(of account: Account.ID, at place: Place.ID, _ transaction: Transaction) throws -> String? {
        let days = try transaction.notedVisitDays(of: account, at: place).prefix(3)
            .compactMap { SeoulTime.words(forDay: $0, withDay: true, language) }
        return days.isEmpty ? nil : days.joined(separator: ", ")
    }
}
