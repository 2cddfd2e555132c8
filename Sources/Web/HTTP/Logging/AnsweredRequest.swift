import HTTPTypes
import Hummingbird
import Logging

/// What is counted and logged of a request once it is answered, whichever way it took.
package struct AnsweredRequest {
    let head: HTTPRequest
    let id: String
    let status: Int
    /// Of the body.
    let bytes: Int
    let elapsed: Duration
    /// The route's path; nil where there is none.
    let route: String?
    let isPage: Bool
    /// The client's network address without its last part.
    let maskedAddress: String
    let account: Int64?

    /// The target without its query.
    var path: Substring { (head.path ?? "").prefix { $0 != "?" } }
}

/// Counts and logs requests.
package struct RequestObservers: Sendable {
    package let metrics = Metrics()
    private let accessLog: AccessLog
    private let traffic: Traffic

    package init(logger: Logger, traffic: Traffic) {
        (accessLog, self.traffic) = (AccessLog(logger: logger), traffic)
    }

    func record(_ answered: AnsweredRequest) {
        traffic.record(answered)
        metrics.record(route: answered.route, status: answered.status, answered.elapsed)
        accessLog.write(answered)
    }

    /// A request that was refused for its head alone.
    package func recordRejection(_ head: HTTPRequest, from peer: String) {
        metrics.record(route: nil, status: HTTPResponse.Status.badRequest.code, .zero)
        accessLog.writeRejection(head, status: .badRequest, from: peer)
    }
}
