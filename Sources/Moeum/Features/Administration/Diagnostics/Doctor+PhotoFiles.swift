import Foundation

extension Doctor {
    /// Rows without files, files without rows, and photos without anybody.
    func photoFiles() async throws -> [Check] {
        let sweep = PhotoSweep(
            database: app.database,
            storage: app.photos.storage,
            uploads: app.photos.intake.folder,
            start: .now - PhotoSweep.gracePeriod
        )
        let remedy = "look at \(Setting.storageURL.name), and at the storage itself"
        if let failure = await app.photos.storage.failure() {
            return [Check(name: "photo-files", state: .broken, said: failure, remedy: remedy)]
        }
        let (files, nobodys) = try await app.database.read { (try $0.photoFiles(), try $0.nobodysPhotos()) }
        let (lost, strays): ([String], [String])
        do {
            (lost, strays) = try await compare(files)
            // What a server does every hour: it asks for the rows again just before it removes anything.
            if repairs, !strays.isEmpty || nobodys > 0 { try await sweep.run() }
        } catch let error where error is ForeignPhotos || Problem.from(error) == .failing {
            return [Check(name: "photo-files", state: .broken, said: "\(error)", remedy: remedy)]
        }
        return [
            lostFiles(lost, of: files.count), leftOver("photo-strays", strays.count, "photo files that no row knows"),
            leftOver("photo-owners", nobodys, "photos that belong to nobody"),
        ]
    }

    private func compare(_ files: [String]) async throws -> (lost: [String], strays: [String]) {
        // Before files are listed: one that comes in later is younger.
        let limit = Date.now - PhotoSweep.gracePeriod
        let named = Dictionary(grouping: files.flatMap(PhotoBlob.names)) { String($0.prefix(2)) }
        var (missing, strays): ([String], [String]) = ([], [])
        for part in 0...255 {
            let prefix = Hexadecimal.text([UInt8(part)])
            let names = try await app.photos.storage.names(startingWith: prefix)
            let (wanted, there) = (Set(named[prefix] ?? []), Set(names))
            missing += wanted.subtracting(there).sorted()
            missing += try await app.photos.storage.damaged(wanted.intersection(there).sorted())
            strays += try await app.photos.storage.names(try await app.database.filesWithoutRow(names), before: limit)
        }
        // A photo that was deleted since has lost nothing.
        return (try await app.database.filesWithRow(missing), strays)
    }

    private func lostFiles(_ lost: [String], of photos: Int) -> Check {
        let some = lost.prefix(3).joined(separator: ", ")
        return Check(
            "photo-files",
            lost.isEmpty ? nil : "\(counted(lost.count, "file")) missing or cut short, such as \(some)",
            .broken,
            remedy: "put them back from a backup; a photo that is sent again brings its files back",
            fine: "all files of \(counted(photos, "photo")) are there"
        )
    }

    /// What a running server removes every hour.
    private func leftOver(_ name: String, _ count: Int, _ words: String) -> Check {
        let isFine = count == 0 || repairs
        return Check(
            name: name,
            state: isFine ? .ok : .warning,
            said: "\(words): \(count)\(count > 0 && repairs ? ", removed" : "")",
            remedy: isFine ? "" : "moeum doctor --fix; a running server removes them within an hour"
        )
    }
}
