/// What is known of a photo besides its files.
struct PhotoMetadata: Codable, Sendable, Equatable {
    /// Of the uploaded picture, upright, in pixels.
    let width: Int
    let height: Int
    /// The dominant colour, `#rrggbb`.
    let colour: String
    /// The placeholder: a tiny picture as a `data:` address.
    let placeholder: String
    /// Nil for a picture that its hash would not tell apart.
    var perceptualHash: PerceptualHash?
}
