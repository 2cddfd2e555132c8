import ArgumentParser
import Moeum

/// Decodes photos for `serve`, which starts this command; not meant for people.
struct PhotoWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo-worker",
        abstract: "Decodes photos for a running server, which starts it.",
        shouldDisplay: false
    )

    @Option(help: "The folder that it reads and writes in.") var folder: String
    @Flag(help: "Says that the files of others are out of its reach already.") var shutIn = false
    @Option(help: "Instead of working, tells what it could do that it must not, to this file among others.")
    var trying: String?

    func run() throws { try PhotoWorker(folder: folder, isShutIn: shutIn, secret: trying).run() }
}
