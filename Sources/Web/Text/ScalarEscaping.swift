extension String {
    /// The text with some of its scalars written otherwise, as a format wants them.
    ///
    /// By scalars, since a sign and a mark after it are one Character, which is not equal to the sign.
    /// - Parameter replacement: what stands for a scalar; nil where it stays.
    package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let replacement = replacement(scalar) {
                text.append(contentsOf: replacement.unicodeScalars)
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
