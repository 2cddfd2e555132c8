/// Identifies a browser without a session by the token of its forms; rows keep only a hash.
enum BrowserHash {
    static func hash(_ formToken: String) -> String {
        Hexadecimal.text(SHA256.digest(of: "browser \(formToken)"))
    }
}
