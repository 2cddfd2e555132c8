import Testing

@testable import Moeum

/// libargon2 is the argon2 that we think it is.
struct Argon2Tests {
    /// The reference implementation's own list for argon2id, version 0x13 (`src/test.c`).
    @Test(
        "Hashes are those of the reference implementation",
        arguments: [
            (2, 65_536, 1, "password", "somesalt", "CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"),
            (2, 256, 1, "password", "somesalt", "nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"),
            (2, 256, 2, "password", "somesalt", "bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc"),
            (1, 65_536, 1, "password", "somesalt", "9qWtwbpyPd3vm1rB1GThgPzZ3/ydHL92zKL+15XZypg"),
            (4, 65_536, 1, "password", "somesalt", "kCXUjmjvc5XMqQedpMTsOv+zyJEf5PhtGiUghW9jFyw"),
            (2, 65_536, 1, "differentpassword", "somesalt", "C4TWUs9rDEvq7w3+J4umqA32aWKB1+DSiRuBfYxFj94"),
            (2, 65_536, 1, "password", "diffsalt", "vfMrBczELrFdWP0ZsfhWsRPaHppYdP3MVEMIVlqoFBw"),
        ]
    )
    func referenceHashes(
        _ iterations: Int,
        _ memory: Int,
        _ lanes: Int,
        _ password: String,
        _ salt: String,
        _ expected: String
    ) throws {
        let cost = Argon2Cost(memory: memory, iterations: iterations)
        let secret = try #require(Password(typed: password)).secret
        let encoded = try Argon2.hash(secret, cost, salt: Array(salt.utf8), lanes: lanes)
        #expect(encoded.split(separator: "$").last.map(String.init) == expected)
        #expect(try Argon2.verify(secret, against: encoded))
    }

    @Test("An impossible cost is an error") func impossibleCost() throws {
        let secret = try #require(Password(typed: "password")).secret
        let cost = Argon2Cost(memory: 1, iterations: 1)
        let error = #expect(throws: Argon2.Error.self) { try Argon2.hash(secret, cost) }
        #expect(error.map { "\($0)".hasPrefix("argon2: ") } == true)
    }
}
