/// Holds back a register that would change far more than a register does. Each guard has a flag that says it is meant.
struct RegisterGuards: Sendable {
    /// A district needs so many per cent of the rows that it had.
    private static let leastRows = 70
    /// A register of licences has so many per cent of our places.
    private static let leastPlaces = 80
    /// At most so many per cent of the matched places close.
    private static let mostClosings = 5

    let register: Register
    let options: RegisterOptions
    /// Rows of each district when it was last taken; empty before the first import.
    let lastRows: [String: Int]
    /// Whether the register was never taken before.
    let isFirst: Bool

    /// Districts that are held back: they have far fewer rows than before, or none.
    /// - Parameter rows: by the slug of the district.
    func heldDistricts(_ rows: [String: Int]) -> [String: RegisterFailure.Code] {
        guard !options.allowsFewer else { return [:] }
        return lastRows.filter { slug, last in (rows[slug] ?? 0) * 100 < last * Self.leastRows }
            .mapValues { _ in .fewRows }
    }

    /// Why the whole register is held back, with the figures; nil where it may be taken.
    /// - Parameters:
    ///   - matched: places of ours that it names.
    ///   - places: places of ours that it could name.
    ///   - held: districts that are held back already.
    func failure(rows: [String: Int], matched: Int, of places: Int, held: Set<String>) -> RegisterFailure? {
        let total = rows.values.reduce(0, +)
        if total == 0 { return RegisterFailure(code: .empty, text: "there are no rows of Seoul's districts") }
        guard !options.allowsFewer else { return nil }
        let hasPermits = register == .licences || register == .designations
        if hasPermits, matched * 100 < places * Self.leastPlaces {
            let figures = "\(matched) of our \(counted(places, "place")) were found, fewer than \(Self.leastPlaces) %"
            return RegisterFailure(code: .fewPlaces, text: "\(figures); --allow-fewer takes it")
        }
        let taken = rows.filter { $0.value > 0 && !held.contains($0.key) }
        guard taken.isEmpty else { return nil }
        let last = lastRows.values.reduce(0, +)
        let figures =
            "\(counted(total, "row")) came where there had been \(last), fewer than \(Self.leastRows) % in every district"
        return RegisterFailure(code: .fewRows, text: "\(figures); --allow-fewer takes it")
    }

    /// The same for the places that it closes: the first import of a register may close many.
    func failure(closing newlyClosed: Int, ofMatched matched: Int) -> RegisterFailure? {
        guard !isFirst, !options.allowsClosings, newlyClosed * 100 > matched * Self.mostClosings else {
            return nil
        }
        let figures =
            "\(newlyClosed) of \(counted(matched, "matched place")) would close, more than \(Self.mostClosings) %"
        return RegisterFailure(code: .manyClosings, text: "\(figures); --allow-closings takes it")
    }
}
