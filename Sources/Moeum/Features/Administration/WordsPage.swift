import Foundation

/// The mail domains that nobody signs up with, some at a time.
struct WordsPage: Page {
    static let template = "administration/words"

    let domains: [ListedDomain]
    /// The last of this page, where there are more.
    let next: String?
    let form: FormSheet
    let frame: AdministrationFrame

    private var nextAddress: String? {
        next.map { "/admin/words?after=\($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
    }

    static let fields: [Field<WordsPage>] = [
        .list("domains") { $0.domains },
        .flag("hasDomains") { !$0.domains.isEmpty }.viewOnly,
        .text("next") { $0.nextAddress },
        .object("form") { $0.form },
        .object("frame") { $0.frame }.viewOnly,
    ]
}
