import Logging
import Synchronization

/// The errors that something wrote into its log, or what is less than that.
final class LoggedErrors: Sendable {
    private let kept = Mutex<[String]>([])

    private let least: Logger.Level

    init(from least: Logger.Level = .error) { self.least = least }

    var all: [String] { kept.withLock { $0 } }
    var logger: Logger { Logger(label: "test") { [self] _ in Recorder(errors: self, logLevel: least) } }

    private struct Recorder: LogHandler {
        let errors: LoggedErrors
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            errors.kept.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
        }
    }
}
