import ArgumentParser
import Foundation
import Moeum

/// Makes a backup of the whole site.
struct BackupCommand: SiteCommand {
    static let settings = Setting.backingUp

    static let configuration = configured(
        "backup",
        abstract: "Copies the whole site into one archive: the database and every photo.",
        discussion: """
            Works beside a running server, which goes on reading and writing. The archive has a manifest with the sums of \
            all files; it is synced to the disk before it gets its name. What the settings hold is not in it. Meanwhile a \
            copy of the database lies in the data directory.
            """
    )

    @Argument(
        help:
            """
            A file (compressed where it ends in .gz), a folder, where it is named after the time, - for standard output, or \
            s3://KEY:SECRET@HOST/BUCKET/NAME. Without it, where MOEUM_BACKUP_TO says.
            """
    )
    var path: String?

    func run(_ config: Config) async throws {
        let target = try path.map { try BackupLocation($0) } ?? config.scheduledBackup()
        guard target != .standardStream || isatty(STDOUT_FILENO) == 0 else {
            throw Config.Error(description: "a terminal cannot keep a backup: lead - into a file or another program")
        }
        let progress = TerminalProgress()
        let result = try await config.withDatabase { database, _ in
            let writer = BackupWriter(config: config, database: database) { progress.show($0.text) }
            return try await writer.write(to: target)
        }
        progress.clear()
        for file in result.lostFiles { warn("the photo file \(file) was lost before this backup") }
        let place = target == .standardStream ? "" : " into \(target.path)"
        // Standard output may be the archive.
        let said = "backed up \(result.summary)\(place)\n"
        (target == .standardStream ? FileHandle.standardError : .standardOutput).write(Data(said.utf8))
    }
}

/// Brings a site back from a backup.
struct RestoreCommand: SiteCommand {
    static let settings = Setting.backingUp

    static let configuration = configured(
        "restore",
        abstract: "Unpacks a backup into a new data directory.",
        discussion: """
            Every file is compared with the manifest, and the schema brought up to date. Everybody is logged out. Mails that \
            had not been sent are held, since they may have been sent after the backup was made: let them go with \
            `moeum mail release`. Mails that are written from now on go out.
            """
    )

    @Argument(
        help: """
            The backup: a file, - for standard input, s3://KEY:SECRET@HOST/BUCKET/NAME, or the name of one where \
            MOEUM_BACKUP_TO says.
            """
    )
    var file: String

    func run(_ config: Config) async throws {
        let progress = TerminalProgress()
        let backup = try config.backup(named: file)
        // Before the lock leaves a file in a folder of somebody else's, and once more when nobody can begin a site there.
        _ = try Restore(config: config)
        try config.makeDataDirectory()
        let lock = try config.lockDataDirectory()
        let restore = try Restore(config: config)
        defer { withExtendedLifetime(lock) {} }
        let result = try await restore.run(backup) { progress.show(counted($0, "file")) }
        progress.clear()
        if !result.applied.isEmpty { print("applied \(result.applied.joined(separator: ", "))") }
        print("restored \(BackupManifest.summary(result.rows, photoFiles: result.photos))")
        if let notice = HeldMail.notice(result.heldMails) { print(notice) }
    }
}

extension BackupWriter.Progress {
    fileprivate var text: String {
        switch self {
        case .database(let share): "database: \(Int(share * 100)) %"
        case .photos(let done, let all): "photos: \(done) of \(all)"
        }
    }
}
