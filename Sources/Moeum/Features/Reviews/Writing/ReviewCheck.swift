import HTTPTypes

/// What a form of a review comes down to before anything is written: a draft by every rule, or the form again.
enum ReviewCheck: Sendable {
    case fine(Review.Draft)
    case refused(ReviewFormState)
    /// The same form came before and led there.
    case repeated(String)

    /// - Parameters:
    ///   - state: as the form came in, with what stands in the way of publishing whatever was typed.
    ///   - review: the one that is edited.
    init(
        _ sent: SubmittedReview,
        _ state: ReviewFormState,
        _ member: Member,
        _ place: Place,
        review: Review.ID?,
        today: String,
        rules: PictureRules,
        _ transaction: Transaction
    ) throws {
        var state = state
        let (form, photoError) = try ReviewFormHandler.cleaned(
            sent.form,
            of: member.id,
            at: place,
            in: review,
            by: rules,
            transaction
        )
        state.form = form
        state.errors = sent.errors
        let isPassing = sent.errors.contains { $0.status == .serviceUnavailable || $0.status == .tooManyRequests }
        if isPassing {
            state.retryAfter = sent.errors.compactMap(\.retryAfter).max() ?? Problem.unavailable.retryAfter
        }
        state.problems["photos"] = sent.namesPhotosToRemove ? "remove" : photoError
        if let notice = state.notice {
            state.refuse(because: notice)
            self = .refused(state)
            return
        }
        if sent.action != .publish {
            if let error = sent.errors.first {
                state.status = error.status
            } else if photoError != nil {
                state.status = .unprocessableContent
            }
            self = .refused(state)
            return
        }
        do {
            let draft = try Review.Draft(form, today: today)
            if sent.errors.isEmpty, state.problems.isEmpty {
                self = .fine(draft)
                return
            }
        } catch {
            state.problems.merge(error.problems) { $1 }
        }
        let isFileAlone = state.problems.isEmpty
        state.status = isFileAlone ? sent.errors.first?.status ?? .unprocessableContent : .unprocessableContent
        self = .refused(state)
    }
}
