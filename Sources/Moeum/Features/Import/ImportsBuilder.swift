/// Puts the results of imports into words.
struct ImportsBuilder: Sendable, Localized {
    /// Names shown for each kind of change.
    static let maxNames = 20

    let views: Views
    let language: Language
    let districts: Districts

    func name(_ district: District) -> String { language == .english ? district.englishName : district.name }

    /// - Parameter ended: the finished districts, and whether each of them failed.
    func card(_ job: ImportJob, ended: [String: Bool]) -> ImportJobCard {
        let parts = job.districts.map { slug in
            let state: ImportJobCard.Part.State = ended[slug].map { $0 ? .failed : .done } ?? .waiting
            return ImportJobCard.Part(
                slug: slug,
                name: districts[slug: slug].map(name) ?? slug,
                state: state
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
            name: name(district),
            record: record,
            failureText: failure.map { text(ImportFailureKind($0)) },
            changes: record.last.map(changes) ?? [],
            rejections: (record.last?.importRejections ?? []).map { rejections in
                DistrictImportCard.Rejection(
                    rejections: rejections,
                    label: text("data.refusal.\(rejections.reason.rawValue)")
                )
            }
        )
    }

    private func text(_ kind: ImportFailureKind) -> String { text("admin.imports.failure.\(kind.rawValue)") }

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
