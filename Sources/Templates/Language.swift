/// The two languages of the site; Korean is the default.
public enum Language: String, Sendable, CaseIterable {
    case korean = "ko"
    case english = "en"
}

/// The colour scheme; `auto` follows the device.
public enum Theme: String, Sendable, CaseIterable {
    case auto, light, dark
}
