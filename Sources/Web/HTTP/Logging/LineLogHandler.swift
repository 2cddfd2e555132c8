import Logging

/// Writes log events, one line each.
package struct LineLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel: Logger.Level
    private let isJSON: Bool
    private let writer: LogWriter

    package init(level: Logger.Level, isJSON: Bool, writer: LogWriter = .standardError) {
        self.isJSON = isJSON
        self.writer = writer
        logLevel = level
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) { writer.write(line(of: event)) }

    /// Writes fields that are sorted already: requests are too many for a dictionary each.
    func write(_ level: Logger.Level, _ message: String, _ fields: [(name: String, value: LogLine.Value)]) {
        var line = LogLine(level, message, isJSON: isJSON)
        for field in fields { line.append(field.name, field.value) }
        writer.write(line.finished())
    }

    func line(of event: LogEvent) -> [UInt8] {
        let ofEvent = event.metadata ?? [:]
        let merged = metadata.isEmpty ? ofEvent : metadata.merging(ofEvent) { _, new in new }
        var line = LogLine(event.level, event.message.description, isJSON: isJSON)
        for (name, value) in merged.sorted(by: { $0.key < $1.key }) { line.append(name, LogLine.Value(value)) }
        return line.finished()
    }
}

extension LogLine.Value {
    init(_ value: Logger.MetadataValue) {
        if case .stringConvertible(let number) = value, let number = number as? any BinaryInteger {
            self = .number(Int64(number))
        } else {
            self = .text(value.description)
        }
    }

    /// The same as a logger of another kind takes it.
    var metadata: Logger.MetadataValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .stringConvertible(number)
        }
    }
}
