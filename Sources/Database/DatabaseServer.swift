/// The database server behind a URL, in builds with the trait `Postgres`; nowhere else do the two builds differ.
public enum DatabaseServer {
    /// Why it is not used, in words for the person who starts the program.
    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    /// - Parameter requiresVerifiedTLS: refuses a URL that lets another machine answer in the server's place.
    public static func open(_ url: String, requiresVerifiedTLS: Bool) throws -> any Database {
        #if Postgres
            if requiresVerifiedTLS, try PostgresAddress(url).lacksVerifiedTLS {
                throw Fault(
                    description:
                        "in production MOEUM_DATABASE_URL needs ?sslmode=verify-full&sslrootcert=PATH for another machine"
                )
            }
            do { return try PostgresDatabase(url: url) } catch DatabaseError.unavailable(let reason) {
                throw Fault(description: "PostgreSQL cannot be reached: \(reason)")
            }
        #else
            throw Fault(
                description: """
                    MOEUM_DATABASE_URL is set, but this build has SQLite alone; with libpq-dev installed, \
                    swift build -c release --product moeum --traits Postgres builds both
                    """
            )
        #endif
    }
}
