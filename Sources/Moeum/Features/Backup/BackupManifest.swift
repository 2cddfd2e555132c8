import Foundation

/// What a backup holds: the file `manifest.json` at its end.
package struct BackupManifest: Codable, Sendable, Equatable {
    /// A file of the archive.
    struct File: Codable, Sendable, Equatable {
        let path: String
        /// As 64 hexadecimal digits.
        let sha256: String
    }

    static let path = "manifest.json"
    static let photoFolder = "photos/"

    let version: String
    /// The names of the database's migrations, in order.
    let migrations: [String]
    /// RFC 3339, in UTC.
    let createdAt: String
    package let rows: [String: Int]
    /// Every file but the manifest.
    let files: [File]

    var photoFiles: Int { files.count { $0.path.hasPrefix(Self.photoFolder) } }

    /// Where a photo's file stands in the archive, as in the data directory: `photos/ab/abcdef….webp`.
    static func path(ofPhoto name: String) -> String { photoFolder + PhotoPath.of(name) }

    /// In words for a terminal.
    package static func summary(_ rows: [String: Int], photoFiles: Int) -> String {
        "\(summary(rows)), \(counted(photoFiles, "photo file"))"
    }

    package static func summary(_ rows: [String: Int]) -> String {
        ["place", "account", "review", "favourite"].map { counted(rows["\($0)s"] ?? 0, $0) }.joined(separator: ", ")
    }

    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}
