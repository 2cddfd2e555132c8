/// Puts the results of imports into words.
struct ImportsBuilder: Sendable, Localized {
    static let maxNames = 20

    let views: Views
    let language: Language
    let districts: Districts

    /// - Parameter ended: the finished districts, and whether each of them failed.
    func card(_ job: ImportJob, ended: [String: Bool]) -> ImportJobCard {
        let parts = job.districts.map { slug in
            ImportJobCard.Part(
                slug: slug,
                name: districts[slug: slug]?.name(language) ?? slug,
                state: ended[slug].map { $0 ? .failed : .done } ?? .waiting
            )
        }
        let state: String
        if let failure = job.failure {
            state = text("admin.imports.job-failed.\(failure.rawValue)")
        } else if job.isActive {
            state = text(job.hasBegun ? "admin.imports.job-running" : "admin.imports.job-waiting")
        } else {
            state = text("admin.imports.job-done")
        }
        return ImportJobCard(job: job, stateText: state, parts: parts)
    }

    func card(_ district: District, _ record: DistrictRecord) -> DistrictImportCard {
        let failure = record.last?.failure
        return DistrictImportCard(
            district: district,
            name: district.name(language),
            record: record,
            failureText: failure.map(ImportFailureKind.init).map { text("admin.imports.failure.\($0.rawValue)") },
            changes: record.last.map(changes) ?? [],
            rejections: (record.last?.importRejections ?? []).map { rejections in
                DistrictImportCard.Rejection(
                    rejections: rejections,
                    label: text("data.refusal.\(rejections.reason.rawValue)")
                )
            }
        )
    }

    private func changes(_ last: DistrictImport) -> [DistrictImportCard.Changes] {
        DistrictImport.Change.Kind.allCases.compactMap { kind in
            let places = last.importChanges.filter { $0.kind == kind }
            guard !places.isEmpty else { return nil }
            let count =
                switch kind {
                case .inserted: last.counts.inserted
                case .cancelled: last.counts.cancelled
                // Relisted places are included in the changed ones.
                case .relisted: places.count
                }
            return DistrictImportCard.Changes(
                kind: kind,
                label: text("admin.imports.change.\(kind.rawValue)"),
                places: places,
                count: max(count, places.count)
            )
        }
    }
}

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
