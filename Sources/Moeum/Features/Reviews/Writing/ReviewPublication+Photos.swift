import HTTPTypes

extension ReviewPublication {
    /// Reads a form with files and adds photos of them after those that the form already names: whatever else is wrong with the
    /// form, the files need not be sent again. Where the author may not publish, or the form was published before, only the
    /// words are read.
    func takePhotos(
        _ incoming: IncomingForm,
        isRepeated: Bool,
        _ context: AppRequestContext
    ) async throws -> ReviewFormState {
        guard member.mayPublish, !isRepeated else { return await words(of: incoming, context) }
        guard app.photos.uploadSlots.take(member.id) else {
            let error = ReviewFormState.FileError(position: 1, code: "busy", status: .tooManyRequests)
            return await words(of: incoming, context, without: error)
        }
        defer { app.photos.uploadSlots.give(member.id) }
        // Checked before a byte of the files is written.
        do { try await app.admitPhoto(of: member.id) } catch {
            return await words(of: incoming, context, without: fileError(1, error))
        }
        return try await takeFiles(incoming, context)
    }

    private func takeFiles(
        _ incoming: IncomingForm,
        _ context: AppRequestContext
    ) async throws -> ReviewFormState {
        let files: [IncomingFile]
        let whole: AppRequestContext
        do { (whole, files) = try await incoming.read() } catch let problem as Problem where problem == .tooLarge {
            // Words usually come before files, so they are known.
            var sent = ReviewFormState(context.form, for: purpose)
            sent.errors = [ReviewFormState.FileError(position: 1, .tooLarge)]
            return sent
        }
        var sent = ReviewFormState(whole.form, for: purpose)
        for (index, file) in files.filter({ $0.field == "photos[]" }).enumerated() {
            do {
                guard sent.form.pictures.count < Review.maxPhotos else { throw PhotoRefusal.tooMany }
                if index > 0 { try await app.admitPhoto(of: member.id) }
                let photo = try await app.takePhoto(file, from: member.id)
                let alt = index < sent.form.altsOfFiles.count ? sent.form.altsOfFiles[index] : ""
                sent.form.pictures.append(Review.Draft.Picture(id: photo.id, alt: alt))
            } catch { sent.errors.append(fileError(index + 1, error)) }
        }
        return sent
    }

    /// The words of a form whose files are refused.
    private func words(
        of incoming: IncomingForm,
        _ context: AppRequestContext,
        without error: ReviewFormState.FileError? = nil
    ) async -> ReviewFormState {
        let words = try? await incoming.words(within: ReviewFormHandler.fileRules().maxBytes)
        var sent = ReviewFormState(words ?? context.form, for: purpose)
        sent.errors = error.map { [$0] } ?? []
        return sent
    }

    /// Why a file was refused. An error of the disk or a worker must not lose the words.
    private func fileError(_ position: Int, _ error: any Error) -> ReviewFormState.FileError {
        switch error {
        case let refusal as PhotoRefusal: return ReviewFormState.FileError(position: position, refusal)
        case let problem as Problem where problem.status == .tooManyRequests:
            return ReviewFormState.FileError(
                position: position,
                code: problem.errors["file"] ?? "too-often",
                status: problem.status,
                retryAfter: problem.retryAfter
            )
        default:
            app.logger.error("photo not taken", metadata: ["error": "\(error)"])
            return ReviewFormState.FileError(position: position, .busy)
        }
    }
}

extension ReviewFormState.FileError {
    init(position: Int, _ refusal: PhotoRefusal) {
        self.init(position: position, code: refusal.rawValue, status: refusal.problem(of: "photos").status)
    }
}
