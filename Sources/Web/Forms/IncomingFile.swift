/// The rules for a form with files.
package struct FileRules: Sendable {
    /// The folder for uploaded files, which get names of our own; created where it is missing.
    package let folder: String
    /// The most files; further ones are refused, which loses neither the accepted files nor the words.
    package var files: Int
    package var bytesPerFile: Int64
    /// The size of all fields that are not files.
    var fieldBytes: Int
    /// Whether files are synced to the disk before the handler gets them; only needed where a file is kept as it is.
    package var isDurable: Bool
    /// How much of a form is read without a session: its words are kept until its sender has logged in.
    package var bytesWithoutSession: Int
    /// The space that uploads share; a file for which none is left is refused.
    package var space: UploadQuota?

    package init(
        folder: String,
        files: Int = 1,
        bytesPerFile: Int64,
        fieldBytes: Int = 1 << 20,
        isDurable: Bool = false,
        bytesWithoutSession: Int = 4 << 20,
        space: UploadQuota? = nil
    ) {
        self.folder = folder
        self.files = files
        self.bytesPerFile = bytesPerFile
        self.fieldBytes = fieldBytes
        self.isDurable = isDurable
        self.bytesWithoutSession = bytesWithoutSession
        self.space = space
    }

    /// The size of a whole body. A file that is too large is skipped, so others may follow; still the body has a limit.
    package var maxBytes: Int { files * Int(bytesPerFile) + fieldBytes + (1 << 20) }
}

/// A file of a form, or why it was refused.
package struct IncomingFile: Sendable {
    /// Why a file was read but not kept.
    package enum Rejection: String, Sendable, Error {
        case tooLarge = "too-large"
        case tooMany = "too-many"
        /// The disk could not write it, such as a full one.
        case unwritten
    }

    package let field: String
    /// On disk until the request is answered; `persist()` keeps it longer.
    package let content: Result<UploadFile, Rejection>

    package var upload: UploadFile? { try? content.get() }
}
