/// Recurring work of the accounts.
struct AccountMaintenance: Sendable {
    let eraser: AccountEraser
    let sweep: AccountSweep
}
