import Foundation

/// A file of a register on the disk, as an operator downloaded it: CSV, or the API's JSON for the hygiene grades.
struct RegisterFile: Sendable, Equatable {
    /// Why a file is not taken, although rows of it may have been read already: what they changed must go too.
    struct Error: Swift.Error, Sendable, Equatable, CustomStringConvertible {
        enum Code: String, Sendable, CaseIterable {
            /// A web page, such as an error's that came with status 200.
            case html
            /// The file ends in the middle of a row.
            case truncated
            case unreadable
            /// The header lacks columns.
            case columns
            /// The header has columns of another register.
            case foreign
        }

        /// Its name; empty where it has none.
        let file: String
        let code: Code
        /// For `columns` and `foreign` their names, else what is wrong, in words for operators.
        let detail: String

        var description: String {
            let file = file.isEmpty ? "the file" : file
            return switch code {
            case .html: "\(file) is a web page, not a register: \(detail)"
            case .truncated: "\(file) is only a part of a file: \(detail)"
            case .unreadable: "\(file) cannot be read: \(detail)"
            case .columns: "\(file) lacks the columns \(detail)"
            case .foreign: "\(file) is another register's: it has the columns \(detail)"
            }
        }
    }

    let path: String
    /// What people know it by; empty for the only one that they sent.
    let name: String

    /// - Parameter name: nil for the path's, without its folders.
    init(path: String, name: String? = nil) {
        self.path = path
        self.name = name ?? URL(filePath: path).lastPathComponent
    }

    func error(_ code: Error.Code, _ detail: String) -> Error { Error(file: name, code: code, detail: detail) }

    /// Opens the file for reading from its start.
    func open() throws(Error) -> OpenRegisterFile { try OpenRegisterFile(self) }
}

/// An open file, closed with its last reference.
final class OpenRegisterFile {
    private let descriptor: Int32
    private let file: RegisterFile
    /// In bytes.
    let size: Int
    private(set) var bytesRead = 0

    fileprivate init(_ file: RegisterFile) throws(RegisterFile.Error) {
        descriptor = Foundation.open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw file.error(.unreadable, String(cString: strerror(errno))) }
        self.file = file
        var status = stat()
        // Files are read more than once; a pipe cannot be.
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw file.error(.unreadable, "it is no file")
        }
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// - Returns: how many bytes were read; 0 at the end of the file.
    func read(into block: UnsafeMutableRawBufferPointer) throws -> Int {
        try Task.checkCancellation()
        while true {
            let count = Foundation.read(descriptor, block.baseAddress, block.count)
            if count >= 0 {
                bytesRead += count
                return count
            }
            guard errno == EINTR else { throw file.error(.unreadable, String(cString: strerror(errno))) }
        }
    }
}

/// What a file held. Rows of other cities are counted apart and passed over.
struct RegisterFileSummary: Sendable, Equatable {
    /// Rows by the slug of their district, refused ones too.
    var rows: [String: Int] = [:]
    /// Rows that were refused as a whole, by the slug of their district; those of no known district under an empty one.
    var refused: [String: Int] = [:]
    /// Rows outside of Seoul, and of trades that are not read.
    var passedOver = 0
    /// The newest day (`yyyy-MM-dd`) on which one of its rows was brought up to date, today at the latest.
    var newestDay: String?

    var rowCount: Int { rows.values.reduce(0, +) }
    var refusedCount: Int { refused.values.reduce(0, +) }

    mutating func record(updatedOn day: String) {
        if newestDay.map({ $0 < day }) ?? true { newestDay = day }
    }
}

/// A row with where it stands.
struct RegisterRecord<Row: Sendable>: Sendable {
    let row: Row
    /// From 1, the header's; in JSON the number of the row.
    let line: Int
    /// The district's slug.
    let district: String
}
