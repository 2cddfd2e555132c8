/// Why an archive is refused, or could not be written: a code for each, which texts explain.
enum ZipError: String, Error, Equatable {
    /// Not an archive, or one that contradicts itself.
    case notAnArchive = "not-an-archive"
    case tooManyEntries = "too-many-entries"
    /// An entry, or all together, would unpack to more than is allowed.
    case tooLarge = "unpacks-too-large"
    /// A name that leads out of the archive, or that no file can have.
    case badName = "bad-name"
    case repeatedName = "repeated-name"
    case encrypted = "encrypted"
    /// A symbolic link, a device or the like.
    case notAFile = "not-a-file"
    /// Several volumes, more than 4 GiB, or a compression that is not stored or deflate.
    case unknownFeature = "unknown-feature"
    /// An entry's content differs from the archive's own information.
    case damaged = "damaged"
    /// The disk could not write.
    case cannotWrite = "cannot-write"
}
