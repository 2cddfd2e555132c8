extension Migration {
    /// Every migration in order; append only. Numbers begin at 101: lower ones are those of `unreleasedSteps`.
    package static let all: [Migration] = schema + [jobQueue, registers, confirmations, placeAttributes]

    /// The schema of the first release.
    static let schema: [Migration] = [
        accounts, sessions, imports, places, search, reviews, diary, photos, cards, favourites, lists, auditLog,
        sanctions, reports, takedowns, jobs, operations, accountStorage,
    ]
}
