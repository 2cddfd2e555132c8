/// A browser without a session, told from others by the token of its forms; rows keep a hash of that.
enum BrowserMark {
    static func hash(_ formToken: String) -> String {
        Hexadecimal.text(SHA256.digest(of: "browser \(formToken)"))
    }
}
