/// Why something is reported, hidden or sanctioned; the words are in `Views/strings` under `reason.`.
enum ModerationReason: String, Sendable, CaseIterable {
    case spam, abuse
    case personalInformation = "personal-information"
    case falseInformation = "false-information"
    case wrongPlace = "wrong-place"
    case illegal, copyright, other

    /// Whether somebody may be harmed while the case waits.
    var isUrgent: Bool { self == .personalInformation || self == .illegal }
}
