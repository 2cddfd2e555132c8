import Synchronization

/// Counts requests by route and status and their latencies, and prints them as Prometheus text.
package final class Metrics: Sendable {
    private struct Series: Hashable {
        let route: String
        let status: Int
    }

    private struct State {
        var requests: [Series: Int] = [:]
        var buckets = [Int](repeating: 0, count: Metrics.bounds.count + 1)
        var sum = 0.0
    }

    /// Upper bounds of the latency histogram, in seconds.
    package static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
    /// Counted in parts that are summed when they are read: threads that serve do not wait for each other.
    private let parts = (0..<8).map { _ in Part() }

    private final class Part: Sendable {
        let state = Mutex(State())
    }

    package init() {}

    package func record(route: String?, status: Int, _ elapsed: Duration) {
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        // The nanoseconds of a latency serve as a random number.
        let part = parts[Int(elapsed.components.attoseconds / 1_000_000_000) & 7]
        part.state.withLock { state in
            state.requests[Series(route: route ?? "none", status: status), default: 0] += 1
            state.buckets[bucket] += 1
            state.sum += seconds
        }
    }

    private func total() -> State {
        parts.map { part in part.state.withLock { $0 } }.reduce(into: State()) { total, part in
            total.requests.merge(part.requests, uniquingKeysWith: +)
            for index in total.buckets.indices { total.buckets[index] += part.buckets[index] }
            total.sum += part.sum
        }
    }

    /// The Prometheus text format, version 0.0.4.
    /// - Parameter samples: further figures, those of one metric next to each other.
    package func text(_ samples: [MetricSample]) -> String {
        let state = total()
        var lines = ["# TYPE moeum_http_requests_total counter"]
        for (series, count) in state.requests.sorted(by: {
            ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
        }) {
            let route = MetricSample.escaped(series.route)
            lines.append("moeum_http_requests_total{route=\"\(route)\",status=\"\(series.status)\"} \(count)")
        }
        lines.append("# TYPE moeum_http_request_seconds histogram")
        var total = 0
        for (index, bound) in Self.bounds.enumerated() {
            total += state.buckets[index]
            lines.append("moeum_http_request_seconds_bucket{le=\"\(bound)\"} \(total)")
        }
        total += state.buckets[Self.bounds.count]
        lines.append("moeum_http_request_seconds_bucket{le=\"+Inf\"} \(total)")
        lines.append("moeum_http_request_seconds_sum \(state.sum)")
        lines.append("moeum_http_request_seconds_count \(total)")
        return (lines + MetricSample.lines(samples)).joined(separator: "\n") + "\n"
    }
}
