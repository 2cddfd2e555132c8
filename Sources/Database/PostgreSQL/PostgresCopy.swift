#if Postgres
    import Foundation

    extension PostgresConnection {
        /// Lets `pg_dump`, which must be in PATH, write what the open transaction sees into a new file.
        package func copy(to path: String, onProgress: (Double) throws -> Void) throws {
            // This transaction waits for the other program without a statement of its own.
            _ = try execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            var (snapshot, schema) = ("", "")
            try query("SELECT pg_export_snapshot(), current_schema()") { row in
                (snapshot, schema) = (try row.string(0), try row.string(1))
                return false
            }
            // Naming the schema that every database has would make the dump create it once more.
            let only = schema == "public" ? [] : ["--schema=\(schema)"]
            try PostgresProgram.run(
                "pg_dump",
                ["--format=custom", "--no-owner", "--no-privileges", "--snapshot=\(snapshot)", "--file=\(path)"] + only,
                address
            )
        }
    }

    /// A program of PostgreSQL's own, run until it ends.
    enum PostgresProgram {
        /// - Parameter address: of the database; its password goes by the environment, where others cannot see it.
        static func run(_ name: String, _ arguments: [String], _ address: PostgresAddress) throws {
            let words = [name, "--dbname=\(address.withoutPassword)", "--no-password"] + arguments
            var environment = ProcessInfo.processInfo.environment
            if let password = address.password { environment["PGPASSWORD"] = password }
            var (child, actions): (pid_t, posix_spawn_file_actions_t) = (0, posix_spawn_file_actions_t())
            let messages = try openPipe()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, messages.write, STDERR_FILENO)
            let (argv, envp) = (strings(words), strings(environment.map { "\($0)=\($1)" }))
            defer { for string in argv + envp { free(string) } }
            let code = posix_spawnp(&child, name, &actions, nil, argv, envp)
            close(messages.write)
            let text = (try? FileHandle(fileDescriptor: messages.read, closeOnDealloc: true).readToEnd()) ?? nil
            guard code == 0 else {
                throw DatabaseError.unavailable("\(name) cannot be started: \(String(cString: strerror(code)))")
            }
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            guard status == 0 else {
                let said = String(decoding: text ?? Data(), as: UTF8.self)
                throw DatabaseError.unavailable("\(name) failed: \(address.redacted(said))")
            }
        }

        /// A pipe that the other program gets no end of but what it is told to.
        private static func openPipe() throws -> (read: Int32, write: Int32) {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
                throw DatabaseError.unavailable(String(cString: strerror(errno)))
            }
            return (ends[0], ends[1])
        }

        private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
            texts.map { strdup($0) } + [nil]
        }
    }
#endif
