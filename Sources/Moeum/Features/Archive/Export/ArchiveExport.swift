import Foundation

/// Makes the archive of one account.
struct ArchiveExport: Sendable {
    let database: any Database
    let views: Views
    let files: ArchiveFiles
    /// Where the photo files are stored.
    let photos: any PhotoStorage
    /// The site's own address, for the manifest.
    let site: String

    /// The rows and files of one part, from one transaction.
    private struct Content: Sendable {
        let part: ArchivePart
        let rows: [[ArchiveValue]]
        var files: [ArchivePart.File]
    }

    /// - Returns: the name of the file in the exports folder, and its size. The caller keeps or removes it.
    func make(of account: Account.ID, at now: Date) async throws -> (name: String, size: Int64) {
        let contents = try await database.read { transaction in
            try transaction.allowLongReading()
            return try ArchivePart.all.map {
                Content(part: $0, rows: try $0.rows(transaction, account), files: try $0.files(transaction, account))
            }
        }
        let name = ArchiveFiles.newName()
        let folder = "\(files.exports)/\(name).files"
        do {
            let fetched = try await fetch(contents, into: folder)
            let size = try await files.threads.run { [self] in
                try write(fetched, from: folder, to: "\(files.exports)/\(name)", at: now)
            }
            await remove(folder)
            return (name, size)
        } catch {
            await remove(folder)
            throw error
        }
    }

    /// Copies photo files into a folder, one at a time, because all of them may not fit into memory. A file that is gone is
    /// left out.
    private func fetch(_ contents: [Content], into folder: String) async throws -> [Content] {
        try await files.threads.run { [files] in
            try files.makeFolders()
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
        }
        var fetched = contents
        for index in contents.indices {
            fetched[index].files = []
            for file in contents[index].files {
                guard let bytes = try await photos.get(file.stored) else { continue }
                try await files.threads.run {
                    try Data(bytes).write(to: URL(filePath: "\(folder)/\(file.stored)"))
                }
                fetched[index].files.append(file)
            }
        }
        return fetched
    }

    private func remove(_ folder: String) async {
        // If this fails, the sweep removes the folder.
        _ = try? await files.threads.run { try FileManager.default.removeItem(atPath: folder) }
    }

    private func write(_ contents: [Content], from folder: String, to path: String, at now: Date) throws -> Int64 {
        let writer = try ZipWriter(path: path, date: now)
        let manifest = ArchiveManifest(
            exportedAt: SeoulTime(now).rfc3339,
            site: site,
            parts: contents.map { .init(name: $0.part.name, rows: $0.rows.count, files: $0.files.count) }
        )
        try writer.add(ArchiveFormat.manifestName, try ArchiveFormat.encoded(manifest))
        try writer.add(ArchiveFormat.schemaName, try ArchiveFormat.encoded(ArchiveSchema(views)))
        for content in contents {
            let name = content.part.name
            try writer.add(ArchiveFormat.jsonName(of: name), ArchiveFormat.json(content.part, content.rows))
            try writer.add(ArchiveFormat.tableName(of: name), ArchiveFormat.table(content.part, content.rows))
            for file in content.files { try writer.add(file.name, file: "\(folder)/\(file.stored)") }
        }
        return try writer.finish()
    }
}
