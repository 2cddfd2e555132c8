/// A form as it came in: what was typed, what its button asks for, which files could not be taken.
struct SubmittedReview: Sendable {
    var form: ReviewForm
    let action: ReviewForm.Action
    let idempotencyKey: String?
    let rev: Int
    /// Whether photos are named that are to go; they go by not being named at all.
    let namesPhotosToRemove: Bool
    var errors: [ReviewFormState.FileError] = []

    init(_ form: Form) {
        self.form = ReviewForm(form)
        action = ReviewForm.Action(form["act"])
        idempotencyKey = IdempotencyKey.checked(form["once"])
        namesPhotosToRemove = form["remove[]"] != nil
        rev = form["rev"].flatMap { Int($0) } ?? 0
    }
}
