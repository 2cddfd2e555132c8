extension ReviewPublication {
    /// Reads a form with files and takes its photos in. Where the author may not publish, or the form was published before, only
    /// the words are read.
    func takePhotos(
        _ incoming: IncomingForm,
        isRepeated: Bool,
        _ context: AppRequestContext
    ) async throws -> ReviewFormState {
        let sent =
            member.mayPublish && !isRepeated
            ? try await FormPhotos.take(incoming, upTo: Review.maxPhotos, from: member, app, context)
            : await FormPhotos.wordsAlone(of: incoming, context)
        var state = ReviewFormState(sent.words, for: purpose)
        (state.form.pictures, state.errors) = (sent.pictures, sent.errors)
        return state
    }
}
