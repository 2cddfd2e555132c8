import HTTPTypes

/// A form whose files were taken in: its words, the photos that it names and those of its files after them. Whatever else is
/// wrong with the form, the files need not be sent again.
struct FormPhotos: Sendable {
    /// A chosen file that was refused, by its position among the chosen ones, from 1 on.
    struct FileError: Sendable, Equatable {
        let position: Int
        let code: String
        let status: HTTPResponse.Status
        /// Seconds; nil where unknown.
        var retryAfter: Int?
    }

    let words: Form
    private(set) var pictures: [AttachedPhoto]
    private(set) var errors: [FileError] = []

    /// The words of a form whose files are refused or were not sent.
    private init(words: Form, _ error: FileError? = nil) {
        self.words = words
        pictures = AttachedPhoto.all(in: words)
        errors = error.map { [$0] } ?? []
    }

    /// The words alone, however long the files beside them are.
    static func textAlone(
        of incoming: IncomingForm,
        _ context: AppRequestContext,
        without error: FileError? = nil
    ) async -> FormPhotos {
        let words = try? await incoming.textFields(within: PhotoLimits.formRules().maxBytes)
        return FormPhotos(words: words ?? context.form, error)
    }

    /// Reads the form and takes its files in, in the field `photos[]`.
    /// - Parameter most: photos that the form may have in all.
    static func ingest(
        _ incoming: IncomingForm,
        upTo most: Int,
        from member: Member,
        _ app: App,
        _ context: AppRequestContext
    ) async throws -> FormPhotos {
        guard incoming.hasFiles else { return FormPhotos(words: context.form) }
        if let restriction = member.uploadRestriction {
            let error = FileError(position: 1, code: restriction.rawValue, status: restriction.problem.status)
            return await textAlone(of: incoming, context, without: error)
        }
        let account = member.id
        guard app.photos.uploadSlots.acquire(account) else {
            let error = FileError(position: 1, code: "busy", status: .tooManyRequests)
            return await textAlone(of: incoming, context, without: error)
        }
        defer { app.photos.uploadSlots.release(account) }
        // Checked before a byte of the files is written.
        do { try await app.admitPhoto(of: account) } catch {
            return await textAlone(of: incoming, context, without: FileError(1, error, app))
        }
        let files: [IncomingFile]
        let whole: AppRequestContext
        do { (whole, files) = try await incoming.read() } catch let problem as Problem where problem == .tooLarge {
            // Words usually come before files, so they are known.
            return FormPhotos(words: context.form, FileError(position: 1, .tooLarge))
        }
        var taken = FormPhotos(words: whole.form)
        let alts = AttachedPhoto.wordsOfFiles("alt", in: whole.form)
        let kinds = AttachedPhoto.wordsOfFiles("kind", in: whole.form)
        for (index, file) in files.filter({ $0.field == "photos[]" }).enumerated() {
            do {
                guard taken.pictures.count < most else { throw PhotoRejection.tooMany }
                if index > 0 { try await app.admitPhoto(of: account) }
                let photo = try await app.ingestPhoto(file, from: account)
                taken.pictures.append(
                    AttachedPhoto(
                        id: photo.id,
                        alt: index < alts.count ? alts[index] : "",
                        kind: index < kinds.count ? kinds[index] : ""
                    )
                )
            } catch { taken.errors.append(FileError(index + 1, error, app)) }
        }
        return taken
    }
}

extension FormPhotos.FileError {
    init(position: Int, _ rejection: PhotoRejection) {
        self.init(position: position, code: rejection.rawValue, status: rejection.problem(of: "photos").status)
    }

    /// - Parameter most: photos that the form may have.
    func message(most: Int, _ app: App, _ language: Language) -> String {
        let numbers: [String: FieldValue] = ["position": .integer(position), "mostPhotos": .integer(most)]
        let arguments = app.storageArguments(language).merging(numbers) { $1 }
        return app.views.text("review-form.file-\(code)", arguments, language)
    }

    /// Why a file was refused. An error of the disk or a worker must not lose the words.
    fileprivate init(_ position: Int, _ error: any Error, _ app: App) {
        switch error {
        case let rejection as PhotoRejection: self.init(position: position, rejection)
        case let problem as Problem where problem.status == .tooManyRequests:
            self.init(
                position: position,
                code: problem.errors["file"] ?? "too-often",
                status: problem.status,
                retryAfter: problem.retryAfter
            )
        default:
            app.logger.error("photo not taken", metadata: ["error": "\(error)"])
            self.init(position: position, Problem.from(error) == .unavailable ? .busy : .unsaved)
        }
    }
}

extension PhotoLimits {
    /// The files that a form with words and photos may send. More are read than accepted, so that too many files do not lose
    /// the words.
    static func formRules(folder: String = "", space: UploadQuota? = nil) -> FileRules {
        FileRules(folder: folder, files: 10, bytesPerFile: bytes, space: space)
    }
}

extension App {
    /// Where and how the files of such a form are kept while it is read.
    var photoFormRules: FileRules { PhotoLimits.formRules(folder: photos.intake.folder, space: photos.space) }
}
