import Foundation

/// Times of the same work done again and again, in milliseconds.
struct Measurement {
    private(set) var times: [Double] = []

    mutating func add(_ duration: Duration) { times.append(duration.milliseconds) }

    mutating func add(_ other: Measurement) { times += other.times }

    var p50: Double { percentile(50) }
    var p99: Double { percentile(99) }
    var mean: Double { times.reduce(0, +) / Double(max(1, times.count)) }

    /// The nearest rank: the smallest time that `percent` of all do not exceed.
    private func percentile(_ percent: Double) -> Double {
        guard !times.isEmpty else { return 0 }
        let rank = Int((percent / 100 * Double(times.count)).rounded(.up))
        return times.sorted()[max(0, min(times.count, rank) - 1)]
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}

/// A table in Markdown, as the README shows it.
struct Table {
    private let head: [String]
    private var rows: [[String]] = []

    init(_ head: String...) { self.head = head }

    mutating func add(_ cells: String...) { rows.append(cells) }

    func print() {
        Swift.print("| \(head.joined(separator: " | ")) |")
        Swift.print("|---|\(String(repeating: "---:|", count: head.count - 1))")
        for row in rows { Swift.print("| \(row.joined(separator: " | ")) |") }
    }
}

extension Double {
    func shown(_ decimals: Int = 2) -> String { String(format: "%.\(decimals)f", self) }
}
