/// The kind of an import's failure, for a page in the reader's language. The database keeps the words that the command prints.
enum ImportFailureKind: String, Sendable, CaseIterable {
    case key, incomplete, empty
    case massCancel = "mass-cancel"
    case stopped, database, unreadable, server, unreachable, other

    /// - Parameter description: the description of a `SeoulImport.Failure`.
    init(_ description: String) {
        let marks: [(String, ImportFailureKind)] = [
            ("the key is not valid", .key), (" came of", .incomplete), ("the list is empty", .empty),
            ("would be cancelled", .massCancel), ("it was stopped", .stopped),
            ("the database did not take", .database), ("cannot be read", .unreadable),
            ("the server answered", .server), ("a fault of its own", .server), ("no answer", .unreachable),
            ("no connection", .unreachable), ("took longer", .unreachable),
        ]
        self = marks.first { description.contains($0.0) }?.1 ?? .other
    }
}
