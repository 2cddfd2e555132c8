import Foundation

/// Makes the archive of one account.
struct ArchiveExport: Sendable {
    let database: any Database
    let views: Views
    let files: ArchiveFiles
    /// The site's own address, for the manifest.
    let site: String
    var parts = ArchivePart.all

    /// What one moment of the database holds of an account.
    private struct Content: Sendable {
        let part: ArchivePart
        let rows: [[ArchiveValue]]
        let files: [ArchivePart.File]
    }

    /// - Returns: the name of the file among the exports, and its size. Whoever asked for it keeps or removes it.
    func make(of account: Int64, at now: Date) async throws -> (name: String, size: Int64) {
        let parts = parts
        let contents = try await database.read { transaction in
            try parts.map { part in
                Content(
                    part: part,
                    rows: try part.rows(transaction, account),
                    files: try part.files(transaction, account)
                )
            }
        }
        return try await files.threads.run { [self] in
            try files.makeFolders()
            let name = ArchiveFiles.newName()
            return (name, try write(contents, to: "\(files.exports)/\(name)", at: now))
        }
    }

    private func write(_ contents: [Content], to path: String, at now: Date) throws -> Int64 {
        let writer = try ZipWriter(path: path, date: now)
        let manifest = ArchiveManifest(
            exportedAt: SeoulTime(now).rfc3339,
            site: site,
            parts: contents.map { .init(name: $0.part.name, rows: $0.rows.count, files: $0.files.count) }
        )
        try writer.add(ArchiveFormat.manifestName, try manifest.encoded())
        try writer.add(ArchiveFormat.schemaName, try ArchiveSchema(parts, views: views).encoded())
        for content in contents {
            let name = content.part.name
            try writer.add(ArchiveFormat.jsonName(of: name), ArchiveFormat.json(content.part, content.rows))
            try writer.add(ArchiveFormat.tableName(of: name), ArchiveFormat.table(content.part, content.rows))
            for file in content.files { try writer.add(file.name, file: file.path) }
        }
        return try writer.finish()
    }
}
