import ArgumentParser
import Moeum

/// What is to be hidden or brought back.
struct SightOptions: ParsableArguments {
    @Option(help: "The number of a review, as in its address /reviews/NUMBER.") var review: Int64?
    @Option(help: "The number of a photo, as in its address /photos/NUMBER.") var photo: Int64?

    func validate() throws {
        if (review == nil) == (photo == nil) { throw ValidationError("Name either --review or --photo.") }
    }

    /// Nil only where `validate` has refused.
    var target: SightDesk.Target? { review.map { .review($0) } ?? photo.map { .photo($0) } }
}

/// A command that hides something or brings it back.
protocol AdminSightCommand: SiteCommand {
    var options: SightOptions { get }

    /// What the desk is told besides.
    func desk(_ app: App) -> SightDesk

    /// Returns what happened, in words for a terminal.
    func change(_ target: SightDesk.Target, at desk: SightDesk) async throws -> String
}

extension AdminSightCommand {
    static var settings: [Setting] { Setting.accounts }

    func desk(_ app: App) -> SightDesk { SightDesk(app: app) }

    func run(_ config: Config) async throws {
        guard let target = options.target else { return }
        try await withApp(config) { print(try await change(target, at: desk($0))) }
    }
}

/// Takes something out of readers' sight.
struct AdminHideCommand: AdminSightCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide",
        abstract: "Takes a review or a photo out of readers' sight, and out of every count.",
        discussion: Setting.help(settings)
    )

    @OptionGroup var options: SightOptions
    @Option(help: "Why: \(SightDesk.reasons.joined(separator: ", ")).") var reason: String?
    @Option(help: "What the author reads about it.") var note = ""

    func validate() throws {
        if let reason, !SightDesk.reasons.contains(reason) { throw ValidationError("There is no reason \(reason).") }
    }

    func desk(_ app: App) -> SightDesk { SightDesk(app: app, reason: reason, note: note) }

    func change(_ target: SightDesk.Target, at desk: SightDesk) async throws -> String {
        try await desk.hide(target) ? "\(target) is hidden" : "\(target) was hidden already"
    }
}

/// Brings something back that was hidden.
struct AdminRestoreCommand: AdminSightCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Brings a hidden review or photo back.",
        discussion: Setting.help(settings)
    )

    @OptionGroup var options: SightOptions

    func change(_ target: SightDesk.Target, at desk: SightDesk) async throws -> String {
        try await desk.restore(target) ? "\(target) is back" : "\(target) was not hidden"
    }
}
