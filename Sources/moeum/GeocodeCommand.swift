import ArgumentParser
import Foundation
import Moeum

/// Asks a geocoder for the positions of places.
struct GeocodeCommand: SiteCommand {
    static let configuration = configured(
        "geocode",
        abstract: "Asks a geocoder for positions that are not exact.",
        discussion: """
            For what `import positions` leaves: places with a road address and no exact position. One request at a time; \
            each answer is saved at once, and what the geocoder does not know is not asked again for half a year, so that \
            the command can be stopped and goes on the next time. Ends with 130 when it was stopped.
            """
    )
    static let settings = Setting.geocoding

    @Option(help: "The most addresses to ask for.") var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1") }
    }

    func run(_ config: Config) async throws {
        let geocoder = try Geocoder(config)
        let progress = TerminalProgress()
        let task = Task { [limit] in
            try await config.withDatabase { database, _ in
                try await Geocoding(
                    database: database,
                    dataDirectory: "\(config.resourceDirectory)/Data",
                    geocoder: geocoder
                ).run(limit: limit) { progress.show($0.line) }
            }
        }
        let signals = [SIGINT, SIGTERM].map { Self.onSignal($0, task.cancel) }
        defer { for signal in signals { signal.cancel() } }
        let result = await task.result
        progress.clear()
        print(try result.get().line)
        if task.isCancelled { throw ExitCode(130) }
    }

    private static func onSignal(_ number: Int32, _ stop: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
        // Otherwise the signal ends the process before it is seen here.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler(handler: stop)
        source.resume()
        return source
    }
}
