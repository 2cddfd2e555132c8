import Synchronization

/// Counts requests by route and status and their latencies, and prints them as Prometheus text.
public final class Metrics: Sendable {
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
    static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
    private let state = Mutex(State())

    public init() {}

    func record(route: String?, status: Int, _ elapsed: Duration) {
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.requests[Series(route: route ?? "none", status: status), default: 0] += 1
            state.buckets[bucket] += 1
            state.sum += seconds
        }
    }

    /// The Prometheus text format, version 0.0.4.
    public func text(gauges: [(name: String, value: Int)]) -> String {
        let (requests, buckets, sum) = state.withLock { ($0.requests, $0.buckets, $0.sum) }
        var lines = ["# TYPE moeum_http_requests_total counter"]
        for (series, count) in requests.sorted(by: { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }) {
            let route = series.route.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            lines.append("moeum_http_requests_total{route=\"\(route)\",status=\"\(series.status)\"} \(count)")
        }
        lines.append("# TYPE moeum_http_request_seconds histogram")
        var total = 0
        for (index, bound) in Self.bounds.enumerated() {
            total += buckets[index]
            lines.append("moeum_http_request_seconds_bucket{le=\"\(bound)\"} \(total)")
        }
        total += buckets[Self.bounds.count]
        lines.append("moeum_http_request_seconds_bucket{le=\"+Inf\"} \(total)")
        lines.append("moeum_http_request_seconds_sum \(sum)")
        lines.append("moeum_http_request_seconds_count \(total)")
        for gauge in gauges {
            lines.append("# TYPE \(gauge.name) gauge")
            lines.append("\(gauge.name) \(gauge.value)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
