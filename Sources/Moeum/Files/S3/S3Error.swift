import Foundation

/// Why an S3-compatible storage did not do something; never with a key.
struct S3Error: TemporaryFailure, CustomStringConvertible {
    enum Reason: Equatable, Sendable {
        /// With the storage's own code, such as `NoSuchBucket`.
        case errorResponse(status: Int, code: String)
        case unreachable(String)
        /// An answer that makes no sense.
        case senseless
    }

    /// Its address without keys.
    let storage: String
    let reason: Reason

    var description: String {
        switch reason {
        case .errorResponse(let status, let code): "\(storage) answered \(status) \(code)"
        case .unreachable(let reason): "\(storage) cannot be reached: \(reason)"
        case .senseless: "\(storage) answered what no S3-compatible storage does"
        }
    }

    /// Whether it is worth another try at once. What takes long may fail after it was answered with 200.
    var mayPass: Bool {
        switch reason {
        case .errorResponse(let status, let code):
            status >= 500 || status == 429 || ["InternalError", "SlowDown", "ServiceUnavailable"].contains(code)
        case .unreachable: true
        case .senseless: false
        }
    }
}
