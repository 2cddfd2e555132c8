/// Everything a handler depends on. Built once by the command, handed to each feature's routes.
public struct App: Sendable {
    /// Environment and flags, checked.
    public let config: Config
    /// Rows: SQLite, or PostgreSQL in a build with that trait.
    public let database: any Database
    /// Templates and texts in both languages.
    public let views: Views
    /// The 25 districts.
    public let districts: Districts
}
