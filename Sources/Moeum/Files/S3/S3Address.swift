import Foundation

/// A bucket of an S3-compatible storage, and who may use it.
package struct S3Address: Sendable, Equatable, CustomStringConvertible {
    /// As the field `Host` has it.
    let host: String
    let usesTLS: Bool
    let bucket: String
    /// What the names of all objects begin with; empty, or without a slash at the end.
    var prefix: String
    let region: String
    let accessKey: String
    let secretKey: String

    /// What an address looks like, for messages.
    static let form =
        "s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=R] with each part percent-encoded; tls=0 is for a server on this machine"

    /// - Parameter text: `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX]?region=R&tls=0`, each part percent-encoded. Nil for
    ///   anything else.
    package init?(_ text: String) {
        let pattern =
            /s3:\/\/([^:\/?#@]+):([^:\/?#@]+)@((\[[0-9A-Fa-f:]+\]|[A-Za-z0-9.-]+)(?::([0-9]{1,5}))?)\/([^\/?#]+)(?:\/([^?#]*))?(?:\?([^#]*))?/
        guard let match = text.wholeMatch(of: pattern),
            let options = Self.options(match.8.map(String.init) ?? ""),
            let accessKey = String(match.1).removingPercentEncoding,
            let secretKey = String(match.2).removingPercentEncoding,
            let bucket = String(match.6).removingPercentEncoding,
            let prefix = String(match.7 ?? "").removingPercentEncoding
        else { return nil }
        usesTLS = options["tls"] != "0"
        guard usesTLS || Self.isThisMachine(String(match.4)) else { return nil }
        let standardPort = usesTLS ? "443" : "80"
        host = match.5.map { $0 == standardPort } == true ? String(match.4) : String(match.3)
        (self.accessKey, self.secretKey, self.bucket) = (accessKey, secretKey, bucket)
        self.prefix = prefix.split(separator: "/").joined(separator: "/")
        region = options["region"] ?? "us-east-1"
    }

    /// For people: without the keys.
    package var description: String { "s3://\(host)/\(path(of: ""))" }

    /// The whole name of an object: bucket, prefix and its own name.
    func path(of name: String) -> String {
        [bucket, prefix, name].filter { !$0.isEmpty }.joined(separator: "/")
    }

    /// The name of an object in its bucket.
    func key(of name: String) -> String { prefix.isEmpty ? name : "\(prefix)/\(name)" }

    /// The last part of the prefix by itself: of an address that names an object.
    package func splitName() -> (S3Address, name: String)? {
        guard let name = prefix.split(separator: "/").last else { return nil }
        var folder = self
        folder.prefix = prefix.split(separator: "/").dropLast().joined(separator: "/")
        return (folder, String(name))
    }

    private static func options(_ query: String) -> [String: String]? {
        var options: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let value = String(parts[1]).removingPercentEncoding, !value.isEmpty else {
                return nil
            }
            switch parts[0] {
            case "region": options["region"] = value
            case "tls" where ["0", "1"].contains(value): options["tls"] = value
            default: return nil
            }
        }
        return options
    }

    private static func isThisMachine(_ host: String) -> Bool {
        host == "localhost" || host == "[::1]" || host.wholeMatch(of: /127\.[0-9]+\.[0-9]+\.[0-9]+/) != nil
    }
}
