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
        /// Nil for what is counted and not taken in.
        let part: ArchivePart?
        /// Each as it stands in the archive.
        let rows: [[UInt8]]
    }

    /// Parts that a manifest may name.
    private static let mostParts = 100
    /// Rows that are taken apart at a time.
    private static let batch = 200

    /// Takes in what is not taken in yet, and returns the counts of each part of the archive.
    func take(_ job: ArchiveJob) async throws -> [ArchiveCounts] {
        guard let path = files.path(of: job) else { throw Refusal(failure: .fileMissing) }
        let contents = try await files.threads.run { [self] in try read(path) }
        let done = Set(job.outcome.map(\.part))
        let left = contents.filter { !done.contains($0.name) }
        var counts = job.outcome
        for content in left where content.part != nil {
            counts.append(try await restore(content, job, counts))
        }
        counts += left.filter { $0.part == nil }.map { ArchiveCounts(part: $0.name, found: $0.found, imported: 0) }
        // As the archive lists them, whichever was first.
        let places = Dictionary(uniqueKeysWithValues: contents.enumerated().map { ($1.name, $0) })
        let sorted = counts.sorted { places[$0.part, default: 0] < places[$1.part, default: 0] }
        guard try await database.write({ try $0.noteArchiveCounts(sorted, of: job) }) else { throw LeaseLost() }
        return sorted
    }

    /// Takes in one part, and notes that it is in, both or neither.
    private func restore(_ content: Content, _ job: ArchiveJob, _ done: [ArchiveCounts]) async throws -> ArchiveCounts {
        try await database.write { transaction in
            guard try transaction.keepArchiveJob(job, step: content.name, at: .now) else { throw LeaseLost() }
            var imported = 0
            for start in stride(from: 0, to: content.rows.count, by: Self.batch) {
                let rows = content.rows[start..<min(start + Self.batch, content.rows.count)]
                let records = rows.compactMap { ArchiveRecord($0, of: content.part) }
                imported += try content.part?.restore?(transaction, job.account, records) ?? 0
            }
            let counts = ArchiveCounts(part: content.name, found: content.found, imported: imported)
            guard try transaction.noteArchiveCounts(done + [counts], of: job) else { throw LeaseLost() }
            return counts
        }
    }

    // MARK: Reading; blocks.

    private func read(_ path: String) throws -> [Content] {
        guard FileManager.default.fileExists(atPath: path) else { throw Refusal(failure: .fileMissing) }
        do {
            let reader = try ZipReader(path: path, limits: limits)
            let manifest = try manifest(in: reader)
            guard manifest.parts.count <= Self.mostParts else { throw Refusal(failure: .tooLarge) }
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
        let part = parts.first { $0.name == listed.name && $0.restore != nil }
        var rows = ArchiveRows(limits: part?.limits ?? ArchiveRows.Limits(), keepsRows: part != nil)
        let name = ArchiveFormat.jsonName(of: listed.name)
        guard reader.contains(name) else { throw Refusal(failure: .damaged) }
        try reader.read(name) { try rows.feed($0) }
        try rows.finish()
        guard rows.count == listed.rows else { throw Refusal(failure: .countsDiffer) }
        return Content(name: listed.name, found: listed.rows, part: part, rows: rows.rows)
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
