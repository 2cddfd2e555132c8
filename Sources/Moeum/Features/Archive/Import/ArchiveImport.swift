import Foundation

/// Imports an archive into an account, some rows at a time: they are decoded on a file thread, looked up in a read, and saved
/// in a short write. The archive is checked before anything is changed. Importing it again changes nothing.
struct ArchiveImport: Sendable {
    let files: ArchiveFiles
    let screening: Screening
    let photos: PhotoIntake
    let clock: @Sendable () -> Date

    /// Why an archive is refused, as the person reads it.
    struct Rejection: Error, Equatable {
        let failure: ArchiveJob.Failure
    }

    /// The most parts that a manifest may name, and its greatest size in bytes.
    private static let maxParts = 100
    private static let maxManifestBytes: Int64 = 64 << 10
    /// Of all parts together, decompressed.
    private static let maxBytes: Int64 = 128 << 20
    /// Rows in one transaction.
    static let batch = 200

    /// Imports the parts that are not imported yet, and returns the counts of every part of the archive.
    func restore(_ job: ArchiveJob, in database: any Database) async throws -> [ArchiveCounts] {
        guard let path = files.path(of: job) else { throw Rejection(failure: .fileMissing) }
        try await database.read { try requirePosting(job, $0) }
        let listed = try await files.threads.run { try reading(path) { try check($0) } }
        var counts = Dictionary(uniqueKeysWithValues: job.outcome.map { ($0.part, $0) })
        // In the order of the archive.
        let sorted = { @Sendable (counts: [String: ArchiveCounts]) in listed.compactMap { counts[$0.name] } }
        for part in listed where counts[part.name]?.left != nil || counts[part.name] == nil {
            let begun = counts[part.name] ?? ArchiveCounts(part: part.name, found: part.rows, imported: 0)
            counts[part.name] = begun
            guard let known = importable(part.name), part.rows > 0 else { continue }
            let rows = try await files.threads.run { try reading(path) { try self.rows(of: part, known, in: $0) } }
            let size = known.restore?.batch ?? Self.batch
            for start in stride(from: part.rows - (begun.left ?? part.rows), to: part.rows, by: size) {
                let batch = Array(rows[start..<min(start + size, part.rows)])
                counts[part.name] = try await restore(batch, of: known, from: path, job, counts, sorted, database)
            }
        }
        let outcome = sorted(counts)
        try await database.write { try $0.saveArchiveCounts(outcome, of: job) }
        return outcome
    }

    /// Imports some rows of a part and saves the counts, in one transaction.
    private func restore(
        _ rows: [[UInt8]],
        of part: ArchivePart,
        from path: String,
        _ job: ArchiveJob,
        _ counts: [String: ArchiveCounts],
        _ sorted: @escaping @Sendable ([String: ArchiveCounts]) -> [ArchiveCounts],
        _ database: any Database
    ) async throws -> ArchiveCounts? {
        guard let restore = part.restore, let begun = counts[part.name] else { return nil }
        let (records, lookUp) = try await files.threads.run {
            let records = rows.compactMap { ArchiveRecord($0, of: part) }
            return (records, restore.read(records))
        }
        let (keep, wanted) = try await database.read { transaction in
            (try lookUp(transaction), try restore.photos?(transaction, job.account, records) ?? [])
        }
        let photos = try await ingestPhotos(wanted, from: path, for: job.account)
        let now = clock()
        let write: @Sendable (Transaction) throws -> ArchiveCounts = { transaction in
            try requirePosting(job, transaction)
            let recipient = ArchiveRecipient(account: job.account, screening: screening, now: now, photos: photos)
            let left = (begun.left ?? begun.found) - rows.count
            let kept = ArchiveCounts(
                part: begun.part,
                found: begun.found,
                imported: begun.imported + (try keep(transaction, recipient)),
                left: left > 0 ? left : nil
            )
            let outcome = sorted(counts.merging([part.name: kept]) { $1 })
            try transaction.saveArchiveStep(part.name, outcome, of: job)
            return kept
        }
        do { return try await database.write(write) } catch DatabaseError.accountFull {
            throw Rejection(failure: .accountFull)
        }
    }

    /// Takes photos of the archive in as uploads; one that is not there, or that no form would take, is left out.
    /// - Throws: where the workers are busy; the job goes on later.
    private func ingestPhotos(
        _ names: [String],
        from path: String,
        for account: Account.ID
    ) async throws -> [String: Photo.ID] {
        var taken: [String: Photo.ID] = [:]
        for name in names {
            let copy = "\(photos.folder)/\(SystemRandom.name())"
            defer { try? FileManager.default.removeItem(atPath: copy) }
            let isThere = try await files.threads.run {
                try reading(path) { try copyPhoto(name, to: copy, in: $0) }
            }
            guard isThere else { continue }
            do {
                taken[name] = try await photos.ingest(copy, from: account).id
            } catch PhotoRejection.accountFull {
                throw Rejection(failure: .accountFull)
            } catch let rejection as PhotoRejection where rejection != .busy {
                continue
            }
        }
        return taken
    }

    /// Who may not publish by a form may not by an archive either: the bar may be newer than the job.
    private func requirePosting(_ job: ArchiveJob, _ transaction: Transaction) throws {
        guard try transaction.postingRestriction(of: job.account, at: clock()) == nil else {
            throw Rejection(failure: .barred)
        }
    }

    private func importable(_ name: String) -> ArchivePart? {
        ArchivePart.all.first { $0.name == name && $0.restore != nil }
    }

    // MARK: Reading; blocks.

    private func reading<Value>(_ path: String, _ body: (ZipReader) throws -> Value) throws -> Value {
        guard FileManager.default.fileExists(atPath: path) else { throw Rejection(failure: .fileMissing) }
        do { return try body(try ZipReader(path: path)) } catch let error as ZipError {
            throw Rejection(failure: Self.failure(of: error))
        } catch let error as ArchiveRows.Error {
            throw Rejection(failure: error == .noArray ? .damaged : .tooLarge)
        }
    }

    /// The parts of the archive, after a check that their rows are complete.
    private func check(_ reader: ZipReader) throws -> [ArchiveManifest.Part] {
        let listed = try manifest(in: reader).parts
        guard listed.count <= Self.maxParts else { throw Rejection(failure: .tooLarge) }
        let names = Set(listed.map { ArchiveFormat.jsonName(of: $0.name) })
        let bytes = reader.entries.reduce(0) { $0 + (names.contains($1.name) ? $1.size : 0) }
        guard bytes <= Self.maxBytes else { throw Rejection(failure: .tooLarge) }
        for part in listed { _ = try rows(of: part, importable(part.name), keepsRows: false, in: reader) }
        return listed
    }

    /// - Returns: false where the archive has no photo of that name and of a size that a form would take.
    private func copyPhoto(_ name: String, to path: String, in reader: ZipReader) throws -> Bool {
        let file = "\(ArchiveFormat.photos)\(name)\(PhotoSize.large.ending)"
        guard let entry = reader.entries.first(where: { $0.name == file }), entry.size <= PhotoLimits.bytes,
            let bytes = try reader.bytes(of: file)
        else { return false }
        try FileManager.default.createDirectory(atPath: photos.folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path))
        return true
    }

    private func manifest(in reader: ZipReader) throws -> ArchiveManifest {
        guard let entry = reader.entries.first(where: { $0.name == ArchiveFormat.manifestName }),
            entry.size <= Self.maxManifestBytes, let bytes = try reader.bytes(of: ArchiveFormat.manifestName),
            ArchiveText.isSafe(bytes), let head = try? JSONDecoder().decode(ManifestHead.self, from: Data(bytes)),
            head.format == ArchiveFormat.name
        else { throw Rejection(failure: .notOurs) }
        guard head.version <= ArchiveFormat.version else { throw Rejection(failure: .newer) }
        guard let manifest = try? JSONDecoder().decode(ArchiveManifest.self, from: Data(bytes)),
            manifest.version > 0, manifest.parts.allSatisfy({ ArchiveFormat.isPartName($0.name) }),
            Set(manifest.parts.map(\.name)).count == manifest.parts.count,
            manifest.parts.allSatisfy({ $0.rows >= 0 && $0.rows <= ArchiveRows.Limits().rows })
        else { throw Rejection(failure: .damaged) }
        return manifest
    }

    /// The fields that every version of the manifest has.
    private struct ManifestHead: Decodable {
        let format: String
        let version: Int
    }

    /// The rows of a part, as JSON of the archive.
    /// - Parameters:
    ///   - part: nil for a part that is counted and not imported.
    ///   - keepsRows: false where the rows are only counted, and compared with the manifest.
    private func rows(
        of listed: ArchiveManifest.Part,
        _ part: ArchivePart?,
        keepsRows: Bool = true,
        in reader: ZipReader
    ) throws -> [[UInt8]] {
        var rows = ArchiveRows(limits: part?.limits ?? ArchiveRows.Limits(), keepsRows: keepsRows)
        let name = ArchiveFormat.jsonName(of: listed.name)
        guard reader.contains(name) else { throw Rejection(failure: .damaged) }
        try reader.read(name) { try rows.feed($0) }
        try rows.finish()
        guard rows.count == listed.rows else { throw Rejection(failure: .countsDiffer) }
        return rows.rows
    }

    private static func failure(of error: ZipError) -> ArchiveJob.Failure {
        switch error {
        case .notAnArchive, .unknownFeature: .notAnArchive
        case .tooManyEntries, .tooLarge: .tooLarge
        case .badName, .repeatedName, .encrypted, .notAFile: .dangerous
        case .damaged: .damaged
        case .cannotWrite: .internalError
        }
    }
}
