/// Why an archive is not taken, or could not be made: one code for each, which texts explain.
enum ZipError: String, Error, Equatable {
    /// No archive, or one that says two different things about itself.
    case notAnArchive = "not-an-archive"
    case tooManyEntries = "too-many-entries"
    /// An entry, or all together, would unpack to more than is allowed.
    case tooLarge = "unpacks-too-large"
    /// A name that leads out of the archive, or that no file may have.
    case badName = "bad-name"
    case repeatedName = "repeated-name"
    case encrypted = "encrypted"
    /// A symbolic link, a device or the like.
    case notAFile = "not-a-file"
    /// Several volumes, more than 4 GiB, or a compression that is not stored or deflate.
    case unknownFeature = "unknown-feature"
    /// What an entry unpacks to is not what the archive says of it.
    case damaged = "damaged"
    /// The disk refused a byte.
    case cannotWrite = "cannot-write"
}
