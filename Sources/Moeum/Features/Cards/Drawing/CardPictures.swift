import Foundation
import Logging
import NIOCore

/// The pictures of cards: drawn by the photo workers when first asked for, then kept as files, a day or as long as a public
/// card lives.
actor CardPictures {
    /// A place for a photo's file and for what is drawn, on the disk of `folder`.
    private let work: String
    private let folder: String
    private let storage: any PhotoStorage
    private let workers: PhotoWorkers
    private let cache = PhotoCache(capacity: 16 << 20)
    private let threads = BlockingThreadPool()
    /// Pictures that are being drawn, each once however many wait for it.
    private var drawing: [String: Task<ByteBuffer, any Error>] = [:]

    static let lifetime: TimeInterval = 86_400
    /// Keys that are asked for at once.
    private static let batch = 500

    init(folder: String, work: String, storage: any PhotoStorage, workers: PhotoWorkers) {
        (self.folder, self.work, self.storage, self.workers) = (folder, work, storage, workers)
    }

    /// - Parameter admit: throws where another picture may not be drawn now; not called for one that is kept.
    func picture(
        of plan: CardPlan,
        _ size: CardSize,
        admit: @Sendable () async throws -> Void
    ) async throws -> ByteBuffer {
        let name = plan.file(size)
        if let kept = cache.kept(name) { return kept }
        if let bytes = try await read(name) {
            let kept = ByteBuffer(bytes: bytes)
            cache.store(kept, name)
            return kept
        }
        if let waiting = drawing[name] { return try await waiting.value }
        try await admit()
        if let waiting = drawing[name] { return try await waiting.value }
        let task = Task { try await draw(plan, size) }
        drawing[name] = task
        defer { drawing[name] = nil }
        return try await task.value
    }

    /// Forgets the pictures of a card.
    func remove(_ plan: CardPlan) async {
        for size in CardSize.allCases {
            let name = plan.file(size)
            cache.remove(name)
            try? await threads.run { [path = path(of: name)] in try FileManager.default.removeItem(atPath: path) }
        }
    }

    /// Removes pictures that are older than a day.
    /// - Parameter isNeeded: those of these beginnings of names that a public card's pictures have.
    /// - Returns: how many files were removed.
    @discardableResult
    func sweep(at now: Date = .now, isNeeded: @Sendable ([String]) async throws -> Set<String>) async throws -> Int {
        let old = try await threads.run { [folder] in Self.files(in: folder, before: now - Self.lifetime) }
        let keys = Set(old.map { String($0.prefix(32)) }).sorted()
        var needed: Set<String> = []
        for start in stride(from: 0, to: keys.count, by: Self.batch) {
            needed.formUnion(try await isNeeded(Array(keys[start...].prefix(Self.batch))))
        }
        let unneeded = old.filter { !needed.contains(String($0.prefix(32))) }
        for name in unneeded { cache.remove(name) }
        let paths = unneeded.map(path)
        return try await threads.run {
            for path in paths { try? FileManager.default.removeItem(atPath: path) }
            return paths.count
        }
    }

    private func path(of name: String) -> String { "\(folder)/\(name.prefix(2))/\(name)" }

    private func read(_ name: String) async throws -> [UInt8]? {
        try await threads.run { [path = path(of: name)] in FileManager.default.contents(atPath: path).map(Array.init) }
    }

    private func draw(_ plan: CardPlan, _ size: CardSize) async throws -> ByteBuffer {
        let folder = "\(work)/\(SystemRandom.name())"
        let (photo, output, target) = ("\(folder)/photo", "\(folder)/card.jpg", path(of: plan.file(size)))
        try await threads.run { try DurableFile.makeFolder(folder) }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        if let file = plan.look == .words ? nil : plan.photo?.file {
            guard let bytes = try await storage.get(file + PhotoSize.large.ending) else { throw Problem.notFound }
            try await threads.run { try Data(bytes).write(to: URL(filePath: photo)) }
        }
        try await workers.draw(
            CardDrawingJob(
                look: plan.look,
                size: size,
                subject: plan.subject,
                words: plan.words,
                photo: plan.look == .words || plan.photo == nil ? nil : photo,
                output: output
            )
        )
        let bytes = try await threads.run {
            let bytes = try Data(contentsOf: URL(filePath: output))
            try DurableFile.makeFolder(URL(filePath: target).deletingLastPathComponent().path)
            guard rename(output, target) == 0 else { throw DurableFile.Error(code: errno) }
            return bytes
        }
        let buffer = ByteBuffer(bytes: bytes)
        cache.store(buffer, plan.file(size))
        return buffer
    }

    private static func files(in folder: String, before oldest: Date) -> [String] {
        let manager = FileManager.default
        let parents = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
        return parents.flatMap { parent in
            ((try? manager.contentsOfDirectory(atPath: "\(folder)/\(parent)")) ?? []).filter { name in
                let attributes = try? manager.attributesOfItem(atPath: "\(folder)/\(parent)/\(name)")
                return (attributes?[.modificationDate] as? Date).map { $0 < oldest } ?? false
            }
        }
    }
}
