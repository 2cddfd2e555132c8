extension String {
    /// The text without whitespace at either end. By scalars: going back by characters over a run of flags takes quadratic
    /// time, because the start of each depends on all before it.
    package var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
