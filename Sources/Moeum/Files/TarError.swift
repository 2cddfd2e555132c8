/// Why an archive cannot be written or read, with libarchive's or the system's reason.
enum TarError: Error, Equatable, CustomStringConvertible {
    case cannotWrite(String)
    /// No tar archive, or a damaged one.
    case unreadable(String)

    var description: String {
        switch self {
        case .cannotWrite(let reason): "the archive cannot be written: \(reason)"
        case .unreadable(let reason): "the archive cannot be read: \(reason)"
        }
    }
}
