/// What a form with files may bring, and where its files go.
package struct FileRules: Sendable {
    /// Where files are written as they come in, under names of our own; made where it is missing.
    package let folder: String
    /// More than these are not taken, which loses neither them nor the words.
    package var files: Int
    package var bytesPerFile: Int64
    /// Of all fields that are no files.
    var fieldBytes: Int
    /// Whether a file is on the disk for good before the handler has it; only who keeps it as it is needs that.
    package var isDurable: Bool
    /// How much is read of a form whose sender has no session: the words in it are kept until they log in.
    package var bytesWithoutSession: Int
    /// The room that its files share with others; a file that finds none is not taken.
    package var space: IncomingSpace?

    package init(
        folder: String,
        files: Int = 1,
        bytesPerFile: Int64,
        fieldBytes: Int = 1 << 20,
        isDurable: Bool = false,
        bytesWithoutSession: Int = 4 << 20,
        space: IncomingSpace? = nil
    ) {
        self.folder = folder
        self.files = files
        self.bytesPerFile = bytesPerFile
        self.fieldBytes = fieldBytes
        self.isDurable = isDurable
        self.bytesWithoutSession = bytesWithoutSession
        self.space = space
    }

    /// Of a whole body. A file that is too large is skipped, and so may be followed by others; the body has an end anyway.
    package var maxBytes: Int { files * Int(bytesPerFile) + fieldBytes + (1 << 20) }
}

/// A file that came with a form, and what became of it.
package struct IncomingFile: Sendable {
    /// Why a file was read and not kept.
    package enum Refusal: String, Sendable, Error {
        case tooLarge = "too-large"
        case tooMany = "too-many"
        /// The disk did not take it; it is full, for one.
        case unwritten
    }

    /// Of the form.
    package let field: String
    /// On disk until the request is answered; `keep()` it to have it longer.
    package let content: Result<UploadFile, Refusal>

    package var upload: UploadFile? { try? content.get() }
}
