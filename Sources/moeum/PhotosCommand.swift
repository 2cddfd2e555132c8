import ArgumentParser
import Moeum

/// Work on the photos of a site.
struct PhotosCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photos",
        abstract: "Works on the site's photos.",
        subcommands: [PhotosMigrateCommand.self]
    )
}

/// Copies the photos elsewhere.
struct PhotosMigrateCommand: SiteCommand {
    static let configuration = configured(
        "migrate",
        abstract: "Copies every photo into another folder or an S3-compatible storage.",
        discussion: """
            Works beside a running server, and copies only what is not there yet. Run it, stop the site, run it once more for \
            the photos that came meanwhile, and start the site with MOEUM_STORAGE_URL. The old files stay where they are.
            """
    )

    @Option(
        help: """
            Where to: file:///FOLDER, s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX], whose bucket must be there, or settings: \
            from the data directory to where MOEUM_STORAGE_URL says.
            """
    )
    var to: String
    @Flag(help: "Also where the files there are another site's, or this one's from before a restore.") var takeOver =
        false

    func run(_ config: Config) async throws {
        let (source, target) = try config.photoLocations(movingTo: to)
        let progress = TerminalProgress()
        let result = try await config.withDatabase { database, _ in
            try await PhotoMigration(database: database, from: source, to: target).run(takesOver: takeOver) {
                done,
                all in
                progress.show("\(done) of \(counted(all, "file"))")
            }
        }
        progress.clear()
        for file in result.lost { warn("the photo file \(file) is not in \(source), or cut short there") }
        let copied = counted(result.copied, "file")
        print("copied \(copied) from \(source) into \(target); there already: \(result.thereAlready)")
        if !result.lost.isEmpty { throw ExitCode.failure }
    }
}
