import Foundation

/// Writes a line on standard error.
func warn(_ text: String) { FileHandle.standardError.write(Data("warning: \(text)\n".utf8)) }

/// A line on a terminal that tells how far a command is; nothing where standard error is a file or a pipe.
struct TerminalProgress: Sendable {
    private let isShown = isatty(STDERR_FILENO) == 1

    func show(_ text: String) { write("\r\u{1B}[K\(text)") }

    /// Removes the line.
    func clear() { write("\r\u{1B}[K") }

    private func write(_ text: String) {
        if isShown { FileHandle.standardError.write(Data(text.utf8)) }
    }
}
