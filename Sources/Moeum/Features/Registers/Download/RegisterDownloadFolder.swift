import Foundation

/// Files of registers on their way to an import, in a folder of the day on which they were fetched. A file that has its name is
/// whole.
struct RegisterDownloadFolder: Sendable {
    private let parent: String
    private let folder: String

    /// - Parameter dataDirectory: where the site keeps everything.
    init(dataDirectory: String, day: SeoulDay) {
        parent = "\(dataDirectory)/register-downloads"
        folder = "\(parent)/\(day.text)"
    }

    func path(of download: RegisterDownload) -> String { "\(folder)/\(download.name)" }

    /// Where a file grows. A process that has lost the job does not write into what the next one fetches.
    func path(ofPart download: RegisterDownload, for lease: Identifier<JobLease>) -> String {
        "\(path(of: download)).\(lease).part"
    }

    /// Makes the folder; what other days and broken-off downloads have left is removed.
    func prepare() throws {
        try DurableFile.makeFolder(folder)
        let manager = FileManager.default
        for name in try manager.contentsOfDirectory(atPath: parent) where "\(parent)/\(name)" != folder {
            try manager.removeItem(atPath: "\(parent)/\(name)")
        }
        for name in try manager.contentsOfDirectory(atPath: folder) where name.hasSuffix(".part") {
            unlink("\(folder)/\(name)")
        }
    }

    /// Bytes of a whole file; nil where it is not there.
    func size(of download: RegisterDownload) -> Int? {
        var status = stat()
        return stat(path(of: download), &status) == 0 ? Int(status.st_size) : nil
    }

    func remove(_ downloads: [RegisterDownload]) {
        for download in downloads { unlink(path(of: download)) }
    }

    /// Bytes that this program may still write there; nil where they are unknown.
    var room: Int64? { DurableFile.room(at: folder) }
}
