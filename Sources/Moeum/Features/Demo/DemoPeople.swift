import Foundation

/// Invented people with verified addresses and without passwords, so that nobody can log in as one.
struct DemoPeople {
    struct Person: Sendable {
        let id: Account.ID
        let email: String
        let nickname: String
        let language: Language
        let createdAt: Date
    }

    private let count: Int
    private let now: Date
    private var made = 0
    private var generator: SeededGenerator

    init(count: Int, seed: UInt64, now: Date) {
        self.count = count
        self.now = now
        generator = SeededGenerator(state: seed ^ 0xACC0)
    }

    /// Every fifth person uses English.
    static func language(of id: Account.ID) -> Language { id.rawValue % 5 == 0 ? .english : .korean }

    /// The next people, at most `limit`; nil after the last.
    mutating func next(_ limit: Int) -> [Person]? {
        let some = min(limit, count - made)
        guard some > 0 else { return nil }
        return (0..<some).map { _ in person() }
    }

    private mutating func person() -> Person {
        made += 1
        let id = Account.ID(rawValue: Int64(made))
        let words = DemoTexts.nicknames
        let name = [words.first, words.last].compactMap { generator.pick($0) }.joined(separator: " ")
        // All signed up before the first review, in the order of their ids.
        let age = DemoReviews.period + 365 * 86_400 * (1 - Double(made) / Double(count + 1))
        return Person(
            id: id,
            email: "person\(made)@demo.example",
            nickname: "\(name) \(made)",
            language: Self.language(of: id),
            createdAt: now - age
        )
    }
}
