/// A colour of a card: red, green and blue from 0 to 1.
struct CardColour: Sendable, Equatable {
    let red: Double
    let green: Double
    let blue: Double

    /// - Parameter rgb: such as `0x2340B5`.
    init(_ rgb: UInt32) {
        red = Double(rgb >> 16 & 0xFF) / 255
        green = Double(rgb >> 8 & 0xFF) / 255
        blue = Double(rgb & 0xFF) / 255
    }

    static let white = CardColour(0xFFFFFF)
    static let glaze = CardColour(0xFBFCFF)
    static let ink = CardColour(0x121A2E)
    static let paleInk = CardColour(0x465069)
    static let line = CardColour(0xD6DDE9)
    static let cobalt = CardColour(0x2340B5)
    static let deepCobalt = CardColour(0x182F8C)
    static let green = CardColour(0x14704A)
    static let deepGreen = CardColour(0x0F5A3B)
    static let night = CardColour(0x0B1230)
    /// On the dark looks.
    static let paleBlue = CardColour(0xDCE4FF)
}
