import ArgumentParser
import Moeum

/// The review or photo to hide or restore.
struct VisibilityOptions: ParsableArguments {
    @Option(help: "The number of a review, as in its address /reviews/NUMBER.") var review: Int64?
    @Option(help: "The number of a photo, as in its address /photos/NUMBER.") var photo: Int64?

    func validate() throws {
        if (review == nil) == (photo == nil) { throw ValidationError("Name either --review or --photo.") }
    }

    var target: VisibilityActions.Target {
        // One of them is named: `validate` has refused anything else.
        photo.map { .photo(Identifier(rawValue: $0)) } ?? .review(Identifier(rawValue: review ?? 0))
    }
}

/// Hides a review or a photo.
struct AdminHideCommand: AppCommand {
    static let configuration = configured(
        "hide",
        abstract: "Hides a review or a photo from readers and from every count."
    )

    @OptionGroup var options: VisibilityOptions
    @Option(help: "Why: \(VisibilityActions.reasons.joined(separator: ", ")).") var reason: String?
    @Option(help: "What the author reads about it.") var note = ""

    func validate() throws {
        if let reason, !VisibilityActions.reasons.contains(reason) {
            throw ValidationError("There is no reason \(reason).")
        }
    }

    func run(_ app: App) async throws {
        let (actions, target) = (VisibilityActions(app: app, reason: reason, note: note), options.target)
        print(try await actions.hide(target) ? "\(target) is hidden" : "\(target) was hidden already")
    }
}

/// Restores hidden content.
struct AdminRestoreCommand: AppCommand {
    static let configuration = configured("restore", abstract: "Brings a hidden review or photo back.")

    @OptionGroup var options: VisibilityOptions

    func run(_ app: App) async throws {
        let (actions, target) = (VisibilityActions(app: app), options.target)
        print(try await actions.restore(target) ? "\(target) is back" : "\(target) was not hidden")
    }
}
