extension Transaction {
    /// The number of all photos, and of uploaded photos that are in no review yet.
    func photoNumbers() throws -> (all: Int, unused: Int) {
        let all = try first("SELECT COUNT(*) FROM photos") { try $0.int(0) } ?? 0
        let unused =
            try first("SELECT COUNT(*) FROM photos WHERE review_id IS NULL AND entry_id IS NULL") { try $0.int(0) } ?? 0
        return (all, unused)
    }
}
