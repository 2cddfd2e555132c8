import Logging
import ServiceLifecycle

/// Background work of the accounts, at the start and every hour.
struct AccountMaintenance: Sendable {
    let eraser: AccountEraser
    let sweep: AccountSweep

    func loops(_ logger: Logger) -> [any Service] {
        [
            BackgroundLoop("account eraser", every: .seconds(3_600), logger: logger) { try await eraser.run() },
            BackgroundLoop("account sweep", every: .seconds(3_600), logger: logger) { try await sweep.run() },
        ]
    }
}
