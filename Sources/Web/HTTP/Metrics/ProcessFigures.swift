import Foundation

/// What the system says of this process, by the names that Prometheus' own libraries use.
package enum ProcessFigures {
    package static var samples: [MetricSample] {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        let rest = Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return [
            MetricSample("process_cpu_seconds_total", .counter, "Processor time of the process.", seconds + rest),
            MetricSample("process_resident_memory_bytes", .gauge, "Memory of the process.", residentBytes),
            MetricSample("process_open_fds", .gauge, "Open files and connections.", openFiles),
            MetricSample("process_max_fds", .gauge, "How many of them it may have.", Double(limit.rlim_cur)),
        ]
    }

    /// The second number of `statm`, in pages (proc(5)).
    private static var residentBytes: Int {
        let numbers = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return numbers.count > 1 ? (Int(numbers[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }

    /// Without the one that this takes.
    private static var openFiles: Int {
        max(0, ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 1) - 1)
    }
}
