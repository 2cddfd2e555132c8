/// The case status: what a row of the queue shows besides the case itself.
struct CaseStatus: Sendable {
    /// Whether staff hid the content.
    var isHidden = false
    /// Why the content is held.
    var holds: [HiddenReason] = []
    /// The picture of a photo; from the snapshot where the photo was deleted.
    var picture: FiledSnapshot.Picture?
    /// The kind of the newest suggestion.
    var suggestionKind: String?
}
