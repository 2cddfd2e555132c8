/// Holds back a register that would change far more than a register does. Each guard has a flag that says it is meant.
struct RegisterGuards: Sendable {
    /// A district needs this share of the rows that it had.
    static let leastRows = 0.7
    /// A register of licences has this share of our places.
    static let leastPlaces = 0.8
    /// At most this share of the matched places closes.
    static let mostClosings = 0.05

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
        return lastRows.filter { slug, last in Double(rows[slug] ?? 0) < Double(last) * Self.leastRows }
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
        if hasPermits, Double(matched) < Double(places) * Self.leastPlaces {
            let figures = "\(matched) of our \(counted(places, "place")) were found, fewer than 80 %"
            return RegisterFailure(code: .fewPlaces, text: "\(figures); --allow-fewer takes it")
        }
        let taken = rows.filter { $0.value > 0 && !held.contains($0.key) }
        guard taken.isEmpty else { return nil }
        let last = lastRows.values.reduce(0, +)
        let figures = "\(counted(total, "row")) came where there had been \(last), fewer than 70 % in every district"
        return RegisterFailure(code: .fewRows, text: "\(figures); --allow-fewer takes it")
    }

    /// The same for the places that it closes, which the first import of a register may be many.
    func failure(closing newlyClosed: Int, ofMatched matched: Int) -> RegisterFailure? {
        guard !isFirst, !options.allowsClosings, Double(newlyClosed) > Double(matched) * Self.mostClosings else {
            return nil
        }
        let figures = "\(newlyClosed) of \(counted(matched, "matched place")) would close, more than 5 %"
        return RegisterFailure(code: .manyClosings, text: "\(figures); --allow-closings takes it")
    }
}
