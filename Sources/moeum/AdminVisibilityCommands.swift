import ArgumentParser
import Moeum

/// The review or photo to hide or restore.
struct VisibilityOptions: ParsableArguments {
    @Option(help: "The number of a review, as in its address /reviews/NUMBER.") var review: Int64?
    @Option(help: "The number of a photo, as in its address /photos/NUMBER.") var photo: Int64?

    func validate() throws {
        if (review == nil) == (photo == nil) { throw ValidationError("Name either --review or --photo.") }
    }

    /// Nil only where `validate` has refused.
    var target: VisibilityActions.Target? {
        review.map { .review(Identifier(rawValue: $0)) } ?? photo.map { .photo(Identifier(rawValue: $0)) }
    }
}

/// A command that hides or restores content.
protocol AdminVisibilityCommand: SiteCommand {
    var options: VisibilityOptions { get }

    /// The visibility actions with the command's options.
    func actions(_ app: App) -> VisibilityActions

    /// Returns the result, in words for a terminal.
    func change(_ target: VisibilityActions.Target, at actions: VisibilityActions) async throws -> String
}

extension AdminVisibilityCommand {
    static var settings: [Setting] { Setting.accounts }

    func actions(_ app: App) -> VisibilityActions { VisibilityActions(app: app) }

    func run(_ config: Config) async throws {
        guard let target = options.target else { return }
        try await withApp(config) { print(try await change(target, at: actions($0))) }
    }
}

/// Hides a review or a photo.
struct AdminHideCommand: AdminVisibilityCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide",
        abstract: "Hides a review or a photo from readers and from every count.",
        discussion: Setting.help(settings)
    )

    @OptionGroup var options: VisibilityOptions
    @Option(help: "Why: \(VisibilityActions.reasons.joined(separator: ", ")).") var reason: String?
    @Option(help: "What the author reads about it.") var note = ""

    func validate() throws {
        if let reason, !VisibilityActions.reasons.contains(reason) {
            throw ValidationError("There is no reason \(reason).")
        }
    }

    func actions(_ app: App) -> VisibilityActions { VisibilityActions(app: app, reason: reason, note: note) }

    func change(_ target: VisibilityActions.Target, at actions: VisibilityActions) async throws -> String {
        try await actions.hide(target) ? "\(target) is hidden" : "\(target) was hidden already"
    }
}

/// Restores hidden content.
struct AdminRestoreCommand: AdminVisibilityCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Brings a hidden review or photo back.",
        discussion: Setting.help(settings)
    )

    @OptionGroup var options: VisibilityOptions

    func change(_ target: VisibilityActions.Target, at actions: VisibilityActions) async throws -> String {
        try await actions.restore(target) ? "\(target) is back" : "\(target) was not hidden"
    }
}
