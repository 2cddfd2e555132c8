import Database

/// How many bytes an account keeps: texts in UTF-8 with their versions, and photos' files. The database counts them and refuses
/// the write that goes past the limit (`DatabaseError.accountFull`), whatever way the bytes come in.
struct AccountStorage: ViewModel, Sendable {
    let used: Int
    /// 0 where there is none.
    let limit: Int
    private let words: String

    init(of account: Account.ID, _ app: App, _ language: Language, _ transaction: Transaction) throws {
        (used, limit) = (try transaction.storedBytes(of: account), app.config.accountBytes)
        let sizes = ["used": used, "limit": limit].mapValues { FieldValue.text(ByteSize.text($0, app.views, language)) }
        words = app.views.text(limit > 0 ? "storage.used-of" : "storage.used", sizes, language)
    }

    static let fields: [Field<AccountStorage>] = [
        .integer("used") { $0.used },
        .integer("limit") { $0.limit },
        .text("words") { $0.words }.viewOnly,
    ]
}

extension App {
    /// What texts about a full account name.
    func storageArguments(_ language: Language) -> [String: FieldValue] {
        ["accountLimit": .text(ByteSize.text(config.accountBytes, views, language))]
    }
}

/// Bytes in words: `12 MB`.
enum ByteSize {
    static func text(_ bytes: Int, _ views: Views, _ language: Language) -> String {
        var (size, unit) = (Double(bytes) / 1_024, "kilobytes")
        for larger in ["megabytes", "gigabytes"] where size >= 1_024 { (size, unit) = (size / 1_024, larger) }
        // Somebody who has written a word has not kept nothing.
        let rounded = size < 10 ? (size * 10).rounded(.up) / 10 : size.rounded()
        let number = Int(exactly: rounded).map(FieldValue.integer) ?? .decimal(rounded)
        return views.text("storage.\(unit)", ["size": number], language)
    }
}

extension Setting {
    static let accountBytes = Setting(
        "ACCOUNT_BYTES",
        .value("1073741824"),
        takes: .numbers(0...1 << 50),
        decides: "how many bytes of texts, their versions and photos one account may keep; 0 for no limit"
    )
}
