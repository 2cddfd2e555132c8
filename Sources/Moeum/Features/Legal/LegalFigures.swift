import Foundation

/// The figures in the legal texts, each from the code that uses it.
enum LegalFigures {
    static let all: [String: FieldValue] = [
        "idleDays": days(Session.idleLimit),
        "absoluteDays": days(Session.absoluteLimit),
        "verifyHours": hours(TokenPurpose.verify.lifetime),
        "recoverMinutes": minutes(TokenPurpose.recover.lifetime),
        "codeMinutes": minutes(AccountToken.codeLifetime),
        "codeTries": .integer(AccountToken.maxCodeAttempts),
        "changeHours": hours(TokenPurpose.email.lifetime),
        "undoDays": days(EmailUndo.lifetime),
        "unlockHours": hours(TokenPurpose.unlock.lifetime),
        "challengeMinutes": minutes(LoginChallenge.lifetime),
        "errandHours": hours(TimeInterval(PendingAction.lifetime)),
        "sentHours": hours(TimeInterval(CookieRules.sentToLifetime)),
        "draftDays": days(ReviewDraft.lifetime),
        "favouriteUndoHours": hours(Favourite.undoPeriod),
        "listUndoHours": hours(NamedList.undoPeriod),
        "trashDays": days(DiaryEntry.trashLifetime),
        "onceDays": days(IdempotencyKey.lifetime),
        "exportDays": days(ArchiveJob.lifetime),
        "leavingDays": days(Account.leavingPeriod),
        "unverifiedDays": days(Account.unverifiedLifetime),
        "diaryDays": days(SecurityEvent.lifetime),
        "deviceDays": days(KnownDevice.lifetime),
        "snapshotDays": days(Snapshot.lifetime),
        "mailDays": days(OutboxSender.sentLifetime),
        "deadWordDays": days(OutboxSender.textLifetime),
        "deadMailDays": days(Job.deadLifetime),
        "limitDays": days(TimeInterval(Recovery.codeAttempts.interval / 1_000) * Double(Recovery.codeAttempts.burst)),
        "confirmMinutes": minutes(Member.confirmationLifetime),
        "blockDays": days(Takedown.period),
        "takedownHours": hours(Takedown.linkLifetime),
        "takedownDays": days(Takedown.memory),
        "visitorDays": days(RouletteSpinner.visitorLifetime),
        "pickDays": days(RouletteSpinner.memberLifetime),
        "preferenceDays": days(TimeInterval(CookieRules.year)),
    ]

    private static func days(_ seconds: TimeInterval) -> FieldValue { .integer(Int(seconds / 86_400)) }
    private static func hours(_ seconds: TimeInterval) -> FieldValue { .integer(Int(seconds / 3_600)) }
    private static func minutes(_ seconds: TimeInterval) -> FieldValue { .integer(Int(seconds / 60)) }
}
