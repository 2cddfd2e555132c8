import Logging
import ServiceLifecycle
import Synchronization

/// Checks which jobs are due and starts them, each kind beside the others.
struct JobRunner: Service {
    let worker: JobWorker
    let kinds: [any JobKind]
    /// Brings the next check forward.
    let wake: Wake

    func run() async throws {
        let (worker, kinds) = (worker, kinds)
        let loops = kinds.map { kind in
            BackgroundLoop(name: kind.name, interval: .seconds(3_600), logger: worker.logger) {
                guard let delay = try await worker.drain(kind) else { return }
                try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(delay)) }
            }
        }
        let isRegistered = Atomic(false)
        let look = BackgroundLoop(name: "jobs", interval: .seconds(5), wake: wake, logger: worker.logger) {
            if !isRegistered.load(ordering: .relaxed) {
                try await register()
                isRegistered.store(true, ordering: .relaxed)
            }
            let now = worker.clock()
            let due = try await worker.database.read { transaction in
                try kinds.map { try transaction.hasDueJob($0, at: now) }
            }
            for (loop, isDue) in zip(loops, due) where isDue { loop.wake.send() }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for loop in loops + [look] { group.addTask { try await loop.run() } }
            try await group.waitForAll()
        }
    }

    /// Adds the recurring jobs that are missing.
    private func register() async throws {
        let now = worker.clock()
        let recurring = kinds.filter { $0.rules.interval != nil }
        try await worker.database.write { transaction in
            for kind in recurring { try transaction.registerJob(kind, at: now) }
        }
    }
}
