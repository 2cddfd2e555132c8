import Logging
import Synchronization

/// What was logged from a level on.
final class RecordedLog: Sendable {
    struct Line: Sendable {
        let level: Logger.Level
        let message: String
        let metadata: Logger.Metadata
    }

    private let recorded = Mutex<[Line]>([])
    private let level: Logger.Level

    init(from level: Logger.Level = .error) { self.level = level }

    var lines: [Line] { recorded.withLock { $0 } }
    var texts: [String] { lines.map { "\($0.message) \($0.metadata)" } }
    var logger: Logger { Logger(label: "test") { [self] _ in Recorder(log: self, logLevel: level) } }

    private struct Recorder: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let line = Line(level: event.level, message: "\(event.message)", metadata: event.metadata ?? [:])
            log.recorded.withLock { $0.append(line) }
        }
    }
}
