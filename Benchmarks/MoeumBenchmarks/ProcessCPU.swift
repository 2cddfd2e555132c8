import Foundation

/// The processor time that this process took so far.
enum ProcessCPU {
    /// Of all threads, in user code and in the kernel.
    static var microseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }
}
