import ArgumentParser
import Moeum

/// Decodes photos for `serve`, which starts this command; not meant for people.
struct PhotoWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo-worker",
        abstract: "Decodes photos for a running server, which starts it.",
        shouldDisplay: false
    )

    func run() throws { try PhotoWorker.run() }
}
