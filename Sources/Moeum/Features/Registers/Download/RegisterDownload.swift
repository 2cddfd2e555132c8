/// A file of a register as the public server offers it.
struct RegisterDownload: Sendable, Equatable {
    /// The registers that the server has, in the order in which they are fetched.
    static let registers = [Register.licences, .designations]
    /// All of Seoul.
    static let wholeCity = "6110000_ALL"

    /// The server's name of the trade.
    let slug: String
    /// Whose rows: a district's government, such as 3000000, or all of Seoul's.
    let authority: String

    /// As a file.
    var name: String { "\(slug)-\(authority).csv" }
    /// In the server's address.
    var path: String { "/file/download/\(slug)/info?orgCode=\(authority)" }

    /// The files that together are the register; none where the server has no such register.
    /// - Parameter authorities: of the districts; the licences of all of Seoul are too large for one file.
    static func all(of register: Register, authorities: [Int]) -> [RegisterDownload] {
        switch register {
        case .licences:
            ["general_restaurants", "rest_cafes"].flatMap { slug in
                authorities.sorted().map { RegisterDownload(slug: slug, authority: "\($0)") }
            }
        case .designations: [RegisterDownload(slug: "excellent_restaurant_info", authority: wholeCity)]
        case .grades, .prices: []
        }
    }
}
