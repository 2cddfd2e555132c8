/// A form as it came in: what was typed, what its button asks for, which files could not be taken.
struct ReviewSent: Sendable {
    var form: ReviewForm
    let act: ReviewForm.Act
    let once: String?
    let rev: Int
    /// Whether photos are named that are to go; they go by not being named at all.
    let namesPhotosToRemove: Bool
    var faults: [ReviewFormState.FileFault] = []

    init(_ form: Form) {
        self.form = ReviewForm(form)
        act = ReviewForm.Act(form["act"])
        once = Once.checked(form["once"])
        namesPhotosToRemove = form["remove[]"] != nil
        rev = form["rev"].flatMap { Int($0) } ?? 0
    }
}
