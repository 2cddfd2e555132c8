import Foundation

/// Where files are kept: a folder of this machine, or a bucket elsewhere.
package enum StorageLocation: Sendable, Equatable, CustomStringConvertible {
    case folder(String)
    case bucket(S3Address)

    static let form = "a folder, file:///FOLDER or \(S3Address.form)"

    /// - Parameter text: a path, `file:///…` or `s3://…`; nil for anything else.
    package init?(_ text: String) {
        if text.lowercased().hasPrefix("s3:") {
            guard let address = S3Address(text) else { return nil }
            self = .bucket(address)
        } else if text.hasPrefix("file:") {
            guard text.hasPrefix("file:///"), let path = URL(string: text)?.path, path != "/" else { return nil }
            self = .folder(path)
        } else {
            // An address with a slip in it may have keys, which nobody looks for in a path.
            guard !text.isEmpty, !text.contains("://"), !(text.contains("@") && text.contains(":")) else { return nil }
            self = .folder(text != "/" && text.hasSuffix("/") ? String(text.dropLast()) : text)
        }
    }

    /// For people: without keys.
    package var description: String {
        switch self {
        case .folder(let path): path
        case .bucket(let address): address.description
        }
    }

    /// Why nothing can be kept there now; nil where it can.
    func failure() async -> String? {
        switch self {
        case .folder(let path):
            let isFolder = (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
            return isFolder && access(path, W_OK) == 0 ? nil : "\(path) is no folder that can be written"
        case .bucket(let address):
            do { _ = try await S3Client(address, retryPolicy: .reader).list("owner") } catch { return "\(error)" }
            return nil
        }
    }

    /// The photos that are kept there.
    func photoStorage() -> any PhotoStorage {
        switch self {
        case .folder(let path): DiskPhotoStorage(folder: path, isShared: true)
        case .bucket(let address): S3PhotoStorage(address)
        }
    }
}
