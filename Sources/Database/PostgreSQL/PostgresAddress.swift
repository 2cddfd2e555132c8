#if Postgres
    import CPostgreSQL
    import Foundation

    /// The address and login of the server, from one URL; its description never holds a password.
    struct PostgresAddress: Sendable {
        /// A URL that libpq could misread. libpq's own message is not passed on: it quotes pieces of a password.
        package struct Error: Swift.Error, CustomStringConvertible {
            package let description = """
                MOEUM_DATABASE_URL is no PostgreSQL address such as postgres://user:password@host:5432/name; characters \
                such as / @ : ? # % inside a part are written %2F %40 %3A %3F %23 %25
                """
        }

        /// Used where the URL does not say otherwise (libpq 15, 34.1.2).
        private static let defaults = [
            ("application_name", "moeum"),
            ("connect_timeout", "5"),
            ("keepalives", "1"),
            ("keepalives_idle", "30"),
            ("keepalives_interval", "10"),
            ("keepalives_count", "3"),
            ("tcp_user_timeout", "30000"),
            ("options", "-c statement_timeout=\(StatementLimit.seconds)s -c idle_in_transaction_session_timeout=60s"),
        ]

        private let url: String
        private let options: [String: String]

        package init(_ url: String) throws {
            self.url = url
            let rest = ["postgres://", "postgresql://"].lazy.filter(url.hasPrefix).map { url.dropFirst($0.count) }.first
            // A second @, or one after the host, belongs to an unencoded password: libpq would take the rest of the password
            // for a host, a port or a database, and name it in an error.
            guard let rest, rest.count(where: { $0 == "@" }) <= 1,
                rest.prefix(while: { $0 != "/" && $0 != "?" }).contains("@") || !rest.contains("@"),
                let parsed = PQconninfoParse(url, nil)
            else { throw Error() }
            defer { PQconninfoFree(parsed) }
            var options: [String: String] = [:]
            var option = parsed
            while let keyword = option.pointee.keyword {
                if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
                option += 1
            }
            self.options = options
        }

        /// Whether the URL, or a libpq service, may lead to another machine without both certificate and name being verified:
        /// with less than verify-full, somebody in between could answer in its place.
        var lacksVerifiedTLS: Bool {
            guard options["sslmode"] != "verify-full" else { return false }
            if options["service"] != nil { return true }
            let hosts = (options["hostaddr"] ?? options["host"] ?? "").split(separator: ",")
            return !hosts.allSatisfy { $0.hasPrefix("/") || ["localhost", "127.0.0.1", "::1"].contains($0) }
        }

        /// Opens a connection, or throws `DatabaseError.failing`.
        package func connect() throws -> OpaquePointer {
            // Later entries win, so the URL is after the defaults and before what it must not change.
            let pairs = Self.defaults + [("dbname", url), ("client_encoding", "UTF8")]
            let handle = withCStrings(pairs.map(\.0)) { keywords in
                withCStrings(pairs.map(\.1)) { values in PQconnectdbParams(keywords, values, 1) }
            }
            guard let handle else { throw DatabaseError.failing("out of memory") }
            guard PQstatus(handle) == CONNECTION_OK else {
                let message = redacted(String(cString: PQerrorMessage(handle)))
                PQfinish(handle)
                throw DatabaseError.failing(message)
            }
            // Notices, such as that a table exists already, would go to standard error.
            _ = PQsetNoticeProcessor(handle, { _, _ in }, nil)
            let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) } ?? ""
            guard encoding == "UTF8" else {
                PQfinish(handle)
                throw DatabaseError.failing("the database's encoding is \(encoding); it has to be UTF8")
            }
            return handle
        }

        /// Nil where the URL has none.
        var password: String? { options["password"] }

        /// What PostgreSQL's own programs take, without a secret: command lines can be read by everybody.
        var withoutPassword: String {
            options.filter { !["password", "sslpassword", "options"].contains($0.key) }.sorted { $0.key < $1.key }
                .map { "\($0.key)='\(Self.quoted($0.value))'" }.joined(separator: " ")
        }

        /// As a value between single quotes (libpq, "Keyword/Value Connection Strings").
        private static func quoted(_ value: String) -> String {
            value.unicodeScalars.map { $0 == "\\" || $0 == "'" ? "\\\($0)" : String($0) }.joined()
        }

        func redacted(_ message: String) -> String {
            let secrets = ["password", "sslpassword"].compactMap { options[$0] }.filter { !$0.isEmpty }
            let line = message.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
                .joined(separator: "; ")
            return secrets.reduce(line) { $0.replacing($1, with: "***") }
        }

        /// Passes texts as a list of C strings that ends with a null pointer.
        private func withCStrings<Value>(
            _ texts: [String],
            _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
        ) -> Value {
            let copies = texts.map { strdup($0) }
            defer { for copy in copies { free(copy) } }
            return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { body($0.baseAddress) }
        }
    }
#endif
