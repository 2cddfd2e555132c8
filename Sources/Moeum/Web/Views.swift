/// Every template, compiled for both languages at start.
public final class Views: Sendable {
    /// - Parameters:
    ///   - directory: the folder that holds `layout.mustache` and `strings/`.
    ///   - assets: `{{asset.app.css}}` → `/assets/app-1f2e3d.css`, known at compile time.
    ///   - pages: every page type; each has a template and every tag of it resolves, or this throws with file and line.
    ///   - reloads: whether an edited file shows on the next request (development).
    public init(directory: String, assets: [String: String], pages: [any Page.Type], reloads: Bool) throws {}

    /// Appends the rendered page to `output`. Tags are looked up in the page, then in the chrome.
    public func render(_ page: some Page, in chrome: Chrome, _ language: Language, into output: inout [UInt8]) throws {}

    /// A text of `Views/strings` with its arguments filled in.
    public func text(_ key: String, _ arguments: [String: FieldValue] = [:], _ language: Language) -> String { key }
}

/// What surrounds every page: the layout's own values.
public struct Chrome: ViewModel {
    /// `ko` or `en`, for `<html lang>`.
    public var language: String
    public var title: String

    public static let fields: [Field<Chrome>] = [
        .text("language") { $0.language },
        .text("title") { $0.title },
    ]
}
