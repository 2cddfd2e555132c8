/// One figure of a metric as Prometheus reads it.
package struct MetricSample: Sendable {
    package enum Kind: String, Sendable {
        /// Only grows while the process runs.
        case counter
        case gauge
    }

    let name: String
    let kind: Kind
    let help: String
    let labels: [(name: String, value: String)]
    let value: Double

    /// - Parameter name: as Prometheus' rules have it: with its unit, a counter with `_total`.
    package init(
        _ name: String,
        _ kind: Kind,
        _ help: String,
        labels: [(name: String, value: String)] = [],
        _ value: Double
    ) {
        (self.name, self.kind, self.help, self.labels, self.value) = (name, kind, help, labels, value)
    }

    package init(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        self.init(name, kind, help, Double(value))
    }

    /// The lines of samples, those of one metric together under one head.
    static func lines(_ samples: [MetricSample]) -> [String] {
        var lines: [String] = []
        var last: String?
        for sample in samples {
            if sample.name != last {
                lines.append("# HELP \(sample.name) \(sample.help)")
                lines.append("# TYPE \(sample.name) \(sample.kind.rawValue)")
            }
            last = sample.name
            lines.append(sample.line)
        }
        return lines
    }

    private var line: String {
        let labels = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        // A whole number without a fraction, as people write it.
        let number = Int(exactly: value).map(String.init) ?? String(value)
        return "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(number)"
    }

    static func escaped(_ value: String) -> String {
        value.replacingScalars { scalar in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case "\n": "\\n"
            default: nil
            }
        }
    }
}
