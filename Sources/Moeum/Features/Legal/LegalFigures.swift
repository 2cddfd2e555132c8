/// The figures that the legal texts name, each from the code that keeps to it.
enum LegalFigures {
    static let all: [String: FieldValue] = [
        "idleDays": .integer(14),
        "absoluteDays": .integer(90),
        "verifyHours": .integer(24),
        "recoverMinutes": .integer(30),
        "codeMinutes": .integer(10),
        "codeTries": .integer(3),
        "changeHours": .integer(24),
        "undoDays": .integer(7),
        "unlockHours": .integer(1),
        "exportDays": .integer(7),
        "leavingDays": .integer(14),
        "diaryDays": .integer(365),
        "deviceDays": .integer(365),
        "mailDays": .integer(30),
        "confirmMinutes": .integer(Int(Member.confirmationLifetime / 60)),
        "preferenceDays": .integer(CookieRules.year / 86_400),
    ]
}
