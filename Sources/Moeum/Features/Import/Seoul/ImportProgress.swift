import Foundation
import Synchronization

/// Prints the progress of an import: a progress bar where there is a terminal, and one line for each finished district
/// everywhere.
package final class ImportProgress: Sendable {
    private static let width = 30
    /// Returns to the start of the line and clears it.
    private static let clear = "\r\u{1B}[K"

    private let total: Int
    private let line: @Sendable (String) -> Void
    private let draw: (@Sendable (String) -> Void)?
    /// Pages arrive concurrently; the lock is held while drawing, so that drawings do not mix.
    private let progress = Mutex((districts: 0, rows: 0))

    /// - Parameters:
    ///   - total: how many districts there are.
    ///   - line: prints a line that stays.
    ///   - draw: writes to the terminal; nil where there is none.
    package init(
        total: Int,
        line: @escaping @Sendable (String) -> Void,
        draw: (@Sendable (String) -> Void)?
    ) {
        self.total = total
        self.line = line
        self.draw = draw
    }

    /// Draws the empty bar, because the first district may take a minute.
    package func start() { progress.withLock { redraw($0.districts, $0.rows) } }

    package func count(rows: Int) {
        progress.withLock { progress in
            progress.rows += rows
            redraw(progress.districts, progress.rows)
        }
    }

    package func show(_ report: SeoulImport.Report) {
        progress.withLock { progress in
            progress.districts += 1
            draw?(Self.clear)
            line(report.line)
            for rejection in report.rejections { line("  refused \(rejection)") }
            for field in report.unread { line("  left out \(field)") }
            redraw(progress.districts, progress.rows)
        }
    }

    package func end() { draw?(Self.clear) }

    private func redraw(_ districts: Int, _ rows: Int) {
        let filled = total > 0 ? min(districts, total) * Self.width / total : 0
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
        draw?("\(Self.clear)[\(bar)] \(districts)/\(counted(total, "district")), \(counted(rows, "row"))")
    }
}

extension SeoulImport.Report {
    var line: String {
        let time = String(format: "%.1f s", seconds)
        switch result {
        case .success(let counts):
            return "\(district.slug): \(counts.inserted) new, \(counts.changed) changed, "
                + "\(counts.unchanged) unchanged, \(counts.cancelled) cancelled, \(rejections.count) refused, \(time)"
                + (counts.stillClosed > 0 ? "; \(counted(counts.stillClosed, "closed shop")) still on the list" : "")
                + (counts.spared > 0
                    ? "; \(counts.spared) not found by their key, but a row has none or repeats another: kept" : "")
        case .failure(let failure): return "\(district.slug): failed, nothing changed: \(failure), \(time)"
        }
    }
}
