/// The database server of a URL, in builds with the trait `Postgres`; outside of this target the two builds are the same.
package enum DatabaseServer {
    /// Why the server cannot be used, in words for the person who starts the program.
    package struct Error: Swift.Error, CustomStringConvertible {
        package let description: String
    }

    /// - Parameter requiresVerifiedTLS: refuses a URL with which another machine could answer in the server's place.
    package static func open(_ url: String, requiresVerifiedTLS: Bool) throws -> any Database {
        #if Postgres
            if requiresVerifiedTLS, try PostgresAddress(url).lacksVerifiedTLS {
                throw Error(
                    description:
                        "in production MOEUM_DATABASE_URL needs ?sslmode=verify-full&sslrootcert=PATH for another machine"
                )
            }
            do { return try PostgresDatabase(url: url) } catch DatabaseError.failing(let reason) {
                throw Error(description: "PostgreSQL cannot be reached: \(reason)")
            }
        #else
            throw Error(
                description: """
                    MOEUM_DATABASE_URL is set, but this build has SQLite alone; with libpq-dev installed, \
                    swift build -c release --product moeum --traits Postgres builds both
                    """
            )
        #endif
    }

    /// Lets `pg_restore`, which must be in PATH, fill an empty database, and opens that.
    /// - Parameter dump: the file that `Transaction.copyDatabase` made.
    package static func restore(
        _ dump: String,
        into url: String,
        requiresVerifiedTLS: Bool
    ) async throws -> any Database {
        let isEmpty = try await open(url, requiresVerifiedTLS: requiresVerifiedTLS).closing { database in
            try await database.read { try $0.tableNames().isEmpty }
        }
        guard isEmpty else { throw Error(description: "the database of MOEUM_DATABASE_URL is not empty") }
        #if Postgres
            try PostgresProgram.run(
                "pg_restore",
                ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", dump],
                PostgresAddress(url)
            )
        #endif
        return try open(url, requiresVerifiedTLS: requiresVerifiedTLS)
    }
}
