import Hummingbird
import NIOCore

/// A form while it is uploaded: its fields before the first file are known, the rest is still to be read. Handlers of
/// `router.post(_:for:files:use:)` get it.
package final class IncomingForm {
    /// The part that is being read.
    private enum Current {
        case nothing
        case field(MultipartHeader)
        /// A file of which nothing has been read.
        case announced(field: String)
        case file(field: String, UploadFile)
        case skipped
        /// What browsers send for an empty file field.
        case noFile
    }

    private let context: AppRequestContext
    private let rules: FileRules
    private let check: (Form) throws -> Void
    /// Nil where the body was read at once.
    private var body: RequestBody.AsyncIterator?
    private var parser: MultipartParser
    private var current = Current.nothing
    private var isWhole = false
    /// Whether the Content-Length is over the limit.
    private var isTooLong = false
    /// The bytes read so far, of the whole body and of its fields.
    private var (bytes, fieldBytes) = (0, 0)
    /// The content of the field that is being read.
    private var content: [UInt8] = []
    private var items: [(name: String, value: String)] = []
    private var files: [IncomingFile] = []

    /// - Parameter check: gets all fields once they are known; throws to refuse the form.
    package init(
        _ context: AppRequestContext,
        _ rules: FileRules,
        check: @escaping (Form) throws -> Void
    ) async throws {
        (self.context, self.rules, self.check) = (context, rules, check)
        guard let boundary = context.request.headers[.contentType].flatMap(MultipartParser.boundary) else {
            parser = MultipartParser(boundary: "")
            items = try await Form.read(context).items
            isWhole = true
            return
        }
        parser = MultipartParser(boundary: boundary)
        body = context.request.body.makeAsyncIterator()
        if let length = context.request.headers[.contentLength].flatMap({ Int64($0) }), length > Int64(rules.maxBytes) {
            isTooLong = true
            // A client that asks first need not even send it. Otherwise the words are read before it is refused.
            if context.request.headers[.expect] != nil { throw Problem.tooLarge }
        }
    }

    /// Whether a file was sent. Known after `fieldsBeforeFiles`.
    package var hasFiles: Bool {
        if case .announced = current { return true }
        return !files.isEmpty
    }

    /// Reads the rest of the form.
    /// - Returns: the context with every field in its form, and each file, in order. Files are deleted when the request is
    ///   answered, unless they are kept.
    package func read() async throws -> (AppRequestContext, [IncomingFile]) {
        guard !isTooLong else { throw Problem.tooLarge }
        try await readOn { !self.isWhole }
        var context = context
        context.form = Form(items: items)
        try check(context.form)
        return (context, files)
    }

    /// Reads the fields before the first file; all fields where there is none.
    func fieldsBeforeFiles() async throws -> Form {
        try await readOn {
            if case .announced = self.current { return false }
            return !self.isWhole
        }
        return Form(items: items)
    }

    /// The fields of a form whose files are refused, up to so many bytes; nil without fields.
    package func textFields(within limit: Int) async throws -> Form? {
        try await readOn(keepsFiles: false) { !self.isWhole && self.bytes < limit }
        let form = Form(items: items)
        return form.items.contains { $0.name != "csrf" } ? form : nil
    }

    /// Deletes every file that is not kept, the unfinished one too.
    func discardFiles() async {
        if case .file(_, let upload) = current { await upload.discard() }
        for file in files { await file.upload?.discard() }
    }

    private func readOn(keepsFiles: Bool = true, _ isWanted: () -> Bool) async throws {
        do {
            while isWanted() {
                if case .announced(let field) = current { current = try await begin(field, keepsFiles) }
                if let event = try parser.next() {
                    try await handle(event)
                } else if let buffer = try await body?.next() {
                    bytes += buffer.readableBytes
                    guard bytes <= rules.maxBytes else { throw Problem.tooLarge }
                    parser.feed(buffer)
                } else {
                    try parser.finish()
                    isWhole = true
                }
            }
        } catch { throw Self.problem(error) }
    }

    private static func problem(_ error: any Error) -> any Error {
        switch error {
        case let problem as Problem: problem
        case MultipartParser.Error.malformed: Problem(status: .badRequest, key: "malformed-form")
        case is MultipartParser.Error: Problem.tooLarge
        case let error as Form.Error: error.problem
        // The body broke off or has malformed chunks.
        default: Problem.from(error) ?? Problem.badRequest
        }
    }

    private func handle(_ event: MultipartParser.Event) async throws {
        switch event {
        case .part(let header):
            current = header.fileName.map { $0.isEmpty ? .noFile : .announced(field: header.name) } ?? .field(header)
        case .content(let bytes): try await append(bytes)
        case .endOfPart: try await end()
        case .end: break
        }
    }

    private func begin(_ field: String, _ isKept: Bool) async throws -> Current {
        guard isKept else { return .skipped }
        guard files.count < rules.files else { return skip(field, .tooMany) }
        let reservation = rules.space?.reservation(for: context.member?.id)
        do { return .file(field: field, try await UploadFile(in: rules.folder, reservation)) } catch {
            return skip(field, .unwritten, error)
        }
    }

    private func skip(_ field: String, _ rejection: IncomingFile.Rejection, _ error: (any Error)? = nil) -> Current {
        if let error { context.logger.error("file not taken", metadata: ["error": "\(error)"]) }
        files.append(IncomingFile(field: field, content: .failure(rejection)))
        return .skipped
    }

    private func append(_ bytes: ByteBuffer) async throws {
        switch current {
        case .nothing, .announced, .skipped: break
        case .noFile: throw MultipartParser.Error.malformed
        case .field:
            fieldBytes += bytes.readableBytes
            guard fieldBytes <= rules.fieldBytes else { throw Problem.tooLarge }
            content.append(contentsOf: bytes.readableBytesView)
        case .file(let field, let upload):
            if await upload.size + Int64(bytes.readableBytes) <= rules.bytesPerFile {
                do { try await upload.append(bytes) } catch {
                    await upload.discard()
                    current = skip(field, .unwritten, error)
                }
            } else {
                await upload.discard()
                current = skip(field, .tooLarge)
            }
        }
    }

    private func end() async throws {
        switch current {
        case .nothing, .announced, .noFile, .skipped: break
        case .field(let header):
            let (name, bytes) = (header.name, content)
            items.append(try await Form.reading(bytes.count) { try Form.checked(name, bytes) })
            content.removeAll()
        case .file(let field, let upload):
            do {
                try await upload.finish(durably: rules.isDurable)
                files.append(IncomingFile(field: field, content: .success(upload)))
            } catch {
                await upload.discard()
                _ = skip(field, .unwritten, error)
            }
        }
        current = .nothing
    }
}
