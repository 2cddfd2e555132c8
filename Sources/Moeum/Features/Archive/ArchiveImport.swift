import Foundation

/// Takes an archive into an account: what it says is checked before anything is changed, then each part is one
/// transaction. Taken in twice, an archive changes nothing the second time.
struct ArchiveImport: Sendable {
    let database: any Database
    let files: ArchiveFiles
    var parts = ArchivePart.all
    var limits = ZipDirectory.Limits()

    /// The job is somebody else's by now.
    struct LeaseLost: Error {}

    /// Why an archive is not taken, as the person is told.
    struct Refusal: Error, Equatable {
        let failure: ArchiveJob.Failure
    }

    /// What an archive says it holds of one part.
    private struct Content: Sendable {
        let name: String
        let found: Int
        /// Nil for a part that only some later version knows.
        let part: ArchivePart?
        let records: [ArchiveRecord]
    }

    /// Takes in what is not taken in yet, and returns the counts of each part of the archive.
    func take(_ job: ArchiveJob) async throws -> [ArchiveCounts] {
        guard let path = files.path(of: job) else { throw Refusal(failure: .fileMissing) }
        let contents = try await files.threads.run { [self] in try read(path) }
        var counts = job.outcome
        for content in contents where !counts.contains(where: { $0.part == content.name }) {
            counts = try await restore(content, job, counts)
        }
        return counts
    }

    private func restore(_ content: Content, _ job: ArchiveJob, _ done: [ArchiveCounts]) async throws -> [ArchiveCounts]
    {
        try await database.write { transaction in
            guard try transaction.keepArchiveJob(job, step: content.name, at: .now) else { throw LeaseLost() }
            let imported = try content.part?.restore?(transaction, job.account, content.records) ?? 0
            let counts = done + [ArchiveCounts(part: content.name, found: content.found, imported: imported)]
            guard try transaction.noteArchiveCounts(counts, of: job) else { throw LeaseLost() }
            return counts
        }
    }

    // MARK: Reading; blocks.

    private func read(_ path: String) throws -> [Content] {
        guard FileManager.default.fileExists(atPath: path) else { throw Refusal(failure: .fileMissing) }
        do {
            let reader = try ZipReader(path: path, limits: limits)
            let manifest = try manifest(in: reader)
            return try manifest.parts.map { try content($0, in: reader) }
        } catch let fault as ZipFault {
            throw Refusal(failure: Self.failure(of: fault))
        } catch let fault as ArchiveRows.Fault {
            throw Refusal(failure: fault == .noArray ? .damaged : .tooLarge)
        }
    }

    private func manifest(in reader: ZipReader) throws -> ArchiveManifest {
        guard let entry = reader.entries.first(where: { $0.name == ArchiveFormat.manifestName }),
            entry.size <= 1 << 20, let bytes = try reader.bytes(of: ArchiveFormat.manifestName),
            let head = try? JSONDecoder().decode(ManifestHead.self, from: Data(bytes)),
            head.format == ArchiveFormat.name
        else { throw Refusal(failure: .notOurs) }
        guard head.version <= ArchiveFormat.version else { throw Refusal(failure: .newer) }
        guard let manifest = try? JSONDecoder().decode(ArchiveManifest.self, from: Data(bytes)),
            manifest.version > 0, Set(manifest.parts.map(\.name)).count == manifest.parts.count,
            manifest.parts.allSatisfy({ $0.rows >= 0 && $0.rows <= ArchiveRows.Limits().rows })
        else { throw Refusal(failure: .damaged) }
        return manifest
    }

    /// What every version of the manifest has.
    private struct ManifestHead: Decodable {
        let format: String
        let version: Int
    }

    private func content(_ listed: ArchiveManifest.Part, in reader: ZipReader) throws -> Content {
        let part = parts.first { $0.name == listed.name }
        var rows = ArchiveRows()
        let name = ArchiveFormat.jsonName(of: listed.name)
        guard reader.contains(name) else { throw Refusal(failure: .damaged) }
        try reader.read(name) { try rows.feed($0) }
        try rows.finish()
        guard rows.rows.count == listed.rows else { throw Refusal(failure: .countsDiffer) }
        let decoder = JSONDecoder()
        // A row that is no JSON is counted as found and skipped.
        let records =
            part?.restore == nil
            ? []
            : rows.rows.compactMap {
                try? decoder.decode(ArchiveRecord.self, from: Data($0))
            }
        return Content(name: listed.name, found: listed.rows, part: part, records: records)
    }

    private static func failure(of fault: ZipFault) -> ArchiveJob.Failure {
        switch fault {
        case .notAnArchive, .unknownFeature: .notAnArchive
        case .tooManyEntries, .tooLarge: .tooLarge
        case .badName, .repeatedName, .encrypted, .notAFile: .dangerous
        case .damaged: .damaged
        case .cannotWrite: .fault
        }
    }
}
