import HTTPTypes

extension ReviewDesk {
    /// Reads the form with its files and makes photos of these, behind those that the form has already: whatever else is
    /// wrong with it, they need not be sent again. Of who may not publish, and of a form that was published before, the
    /// words alone are read.
    func take(_ incoming: IncomingForm, _ member: Member, _ context: AppRequestContext) async throws -> ReviewSent {
        guard try await mayBringPhotos(member, context) else {
            let words = try? await incoming.words()
            return ReviewSent(words ?? context.form)
        }
        let files: [IncomingFile]
        let whole: AppRequestContext
        do { (whole, files) = try await incoming.read() } catch let problem as Problem where problem == .tooLarge {
            // Words come before files, so they are known.
            var sent = ReviewSent(context.form)
            sent.faults = [ReviewFormState.FileFault(position: 1, .tooLarge)]
            return sent
        }
        var sent = ReviewSent(whole.form)
        for (index, file) in files.filter({ $0.field == "photos[]" }).enumerated() {
            do {
                guard sent.form.pictures.count < Review.mostPhotos else { throw PhotoRefusal.tooMany }
                let photo = try await take(file, of: member)
                let alt = index < sent.form.altsOfFiles.count ? sent.form.altsOfFiles[index] : ""
                sent.form.pictures.append(Review.Draft.Picture(id: photo.id, alt: alt))
            } catch let refusal as PhotoRefusal {
                sent.faults.append(ReviewFormState.FileFault(position: index + 1, refusal))
            } catch let problem as Problem where problem.status == .tooManyRequests {
                let fault = ReviewFormState.FileFault(position: index + 1, code: "too-often", status: problem.status)
                sent.faults.append(fault)
            } catch {
                // The words are not to be lost to a disk or a worker.
                app.logger.error("photo not taken", metadata: ["error": "\(error)"])
                sent.faults.append(ReviewFormState.FileFault(position: index + 1, .busy))
            }
        }
        return sent
    }

    private func mayBringPhotos(_ member: Member, _ context: AppRequestContext) async throws -> Bool {
        guard member.mayPublish else { return false }
        guard let once = Once.checked(context.form["once"]) else { return true }
        return try await app.database.read { try $0.onceResult(once, of: member.id) } == nil
    }

    private func take(_ file: IncomingFile, of member: Member) async throws -> Photo {
        let (limit, now) = (app.limits.uploads, app.clock())
        let wait = try await app.database.write { transaction in
            try transaction.take(limit, for: String(member.id), at: now.milliseconds)
        }
        if let wait { throw Problem.tooOften(after: wait) }
        return try await app.photos.intake.take(file, from: member.id)
    }
}

extension ReviewFormState.FileFault {
    init(position: Int, _ refusal: PhotoRefusal) {
        self.init(position: position, code: refusal.rawValue, status: refusal.problem(of: "photos").status)
    }
}
