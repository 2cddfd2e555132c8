#if Postgres
    import Testing

    @testable import Database

    @testable import Moeum

    struct PostgresAddressTests {
        /// Everything that is said when a connection to this address is tried.
        private func words(_ url: String) -> String {
            do {
                _ = try PostgresDatabase(url: url, readers: 1, writers: 1)
                return "connected"
            } catch { return "\(error)" }
        }

        @Test(
            "No message has any part of a password",
            arguments: [
                "postgres://u:se/cret@127.0.0.1:1/d", "postgres://u:se@cret@127.0.0.1:1/d",
                "postgres://u:se?cret@127.0.0.1:1/d",
                "postgres://u:se%cret@127.0.0.1:1/d", "postgres://u:secret@127.0.0.1:1/d",
                "postgres://u:se:cret@127.0.0.1:1/d",
                "postgres://u:se#cret@127.0.0.1:1/d", "postgres://u:secret@127.0.0.1:x/d",
                "postgres://u:secret@127.0.0.1:1/d?x=1",
                "postgres://127.0.0.1:1/d?password=secret&user=u", "postgres://u:secret@[::1/d",
                "mysql://u:secret@127.0.0.1:1/d",
                "postgres://u:secret@/d?host=/nowhere", "host=127.0.0.1 port=1 password=secret", "",
            ]
        )
        func hidePassword(_ url: String) {
            let words = words(url)
            #expect(words != "connected")
            #expect(!words.contains("cret"), "\(words)")
        }

        @Test("A message says what is wrong with an address") func explainAddress() {
            #expect(words("postgres://u:secret@127.0.0.1:1/d").contains("127.0.0.1"))
            #expect(words("postgres://u:a/b@h/d").contains("%2F"))
        }

        @Test(
            "Another machine needs verified TLS in production",
            arguments: [
                ("postgres://u:p@db.example/d", true), ("postgresql://u:p@db.example/d?sslmode=verify-full", false),
                ("postgres://u:p@db.example/d?sslmode=disable", true), ("postgres://u:p@localhost/d", false),
                ("postgres:///d?host=/run/postgresql", false), ("postgres:///d", false),
                ("postgres://127.0.0.1,10.0.0.2/d", true),
                ("postgres://localhost/d?hostaddr=10.0.0.2", true),
                ("postgres://u:p@db.example/d?sslmode=prefer", true),
                ("postgres://u:p@db.example/d?sslmode=require", true),
                ("postgres://u:p@db.example/d?sslmode=verify-ca", true),
                ("postgres:///d?service=far", true), ("postgres:///d?service=far&sslmode=verify-full", false),
                ("postgres://localhost/d?sslmode=disable", false),
            ]
        )
        func needVerifiedTLS(_ url: String, _ isLacking: Bool) throws {
            #expect(try PostgresAddress(url).lacksVerifiedTLS == isLacking)
        }
    }
#endif
