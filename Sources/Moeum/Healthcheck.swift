/// Asks the server that these settings make how it is.
package struct Healthcheck: Sendable {
    /// Longer than the server itself waits for its database.
    private static let timeout = Duration.seconds(5)

    private let address: String

    package init(config: Config) {
        // A server that listens on every address is asked on its own machine.
        let host = ["0.0.0.0": "127.0.0.1", "::": "::1"][config.host] ?? config.host
        address = "http://\(host.contains(":") ? "[\(host)]" : host):\(config.port)/healthz"
    }

    /// - Returns: `said` in words for a terminal.
    package func run() async -> (isWell: Bool, said: String) {
        do {
            let response = try await HTTPClient().get(address, timeout: Self.timeout, upTo: 1_000)
            let body = String(decoding: response.body, as: UTF8.self).trimmed
            return (
                response.status == 200, response.status == 200 ? body : "\(address) answers \(response.status): \(body)"
            )
        } catch HTTPClient.Error.unreachable(let reason) {
            return (false, "\(address) does not answer: \(reason)")
        } catch {
            return (false, "\(address) answers something else")
        }
    }
}
