import Foundation

/// Writes log lines on a thread of its own, gathered: a slow terminal or pipe never holds a request. What it has taken is written
/// before the program ends.
///
/// `@unchecked Sendable`: every access to the mutable state is under `condition`'s lock.
package final class LogWriter: @unchecked Sendable {
    /// The program's log. Its lines are written by the time the program has ended.
    package static let standardError: LogWriter = {
        let writer = LogWriter(descriptor: STDERR_FILENO)
        atexit { LogWriter.standardError.finish(within: 1) }
        return writer
    }()

    /// How long lines are gathered before one call writes them all.
    private static let gathering = 0.02

    private let descriptor: Int32
    private let capacity: Int
    private let condition = NSCondition()
    private var lines: [UInt8] = []
    private var dropped = 0
    private var isWriting = false
    private var isFinishing = false
    private var hasThread = false

    /// - Parameters:
    ///   - descriptor: an open file.
    ///   - capacity: how many bytes wait at most; lines beyond are dropped and counted.
    package init(descriptor: Int32, capacity: Int = 4 << 20) {
        (self.descriptor, self.capacity) = (descriptor, capacity)
    }

    /// - Parameter line: with its line break.
    package func write(_ line: [UInt8]) {
        condition.withLock {
            guard lines.count + line.count <= capacity else { return dropped += 1 }
            let wasEmpty = lines.isEmpty
            lines += line
            startThread()
            if wasEmpty { condition.broadcast() }
        }
    }

    /// Writes all lines.
    /// - Parameter seconds: how long a reader that takes none is waited for.
    package func finish(within seconds: TimeInterval) {
        let end = Date(timeIntervalSinceNow: seconds)
        condition.withLock {
            isFinishing = true
            condition.broadcast()
            while !lines.isEmpty || isWriting { if !condition.wait(until: end) { return } }
        }
    }

    /// Started by the first line, so that a command without a log has no thread for it.
    private func startThread() {
        guard !hasThread else { return }
        hasThread = true
        let thread = Thread { [self] in while true { writeGathered() } }
        thread.name = "log"
        thread.stackSize = 1 << 18
        thread.start()
    }

    private func writeGathered() {
        condition.lock()
        while lines.isEmpty { condition.wait() }
        if !isFinishing { _ = condition.wait(until: Date(timeIntervalSinceNow: Self.gathering)) }
        var taken = lines
        if dropped > 0 { taken += Array("\(dropped) log lines were dropped: whoever reads the log is too slow\n".utf8) }
        (lines, dropped, isWriting) = ([], 0, true)
        condition.unlock()
        writeOut(taken)
        condition.withLock {
            isWriting = false
            condition.broadcast()
        }
    }

    private func writeOut(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&state, 1, 1_000)
                } else if errno != EINTR {
                    return
                }
            }
        }
    }
}
