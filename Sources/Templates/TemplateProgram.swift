/// The path of a value: a frame of the stack, counted from the outermost, a field of it, and the fields to follow from there.
/// Without a field it is the frame itself (`{{.}}`).
struct ValuePath: Sendable {
    let frame: Int
    let field: Int?
    /// Empty for all but dotted names.
    let further: [Int]

    init(frame: Int, fields: [Int]) {
        self.frame = frame
        field = fields.first
        further = Array(fields.dropFirst())
    }
}

/// How a placeholder or tag formats its value. Korean names and words are romanised in English.
enum ValueFormat: String, Sendable {
    case plain, number, date, month, datetime, name, words
    /// Not the value but the particle after it, which a Korean text writes behind the value: `{word}{word:euro}`.
    case eun, i, eul, gwa, euro, ieyo

    /// Nil for a value itself.
    var particle: KoreanParticle? { KoreanParticle(rawValue: rawValue) }

    /// Whether a text stays one, and is not read as a day.
    var keepsWords: Bool { [.plain, .number, .name, .words].contains(self) || particle != nil }

    /// Whether a placeholder with this format can have a field of this kind; a text has to be a day, `yyyy-MM-dd`.
    func canShow(_ kind: FieldKind) -> Bool {
        switch (self, kind) {
        case (.plain, .text), (.plain, .integer), (.plain, .decimal), (.plain, .time): true
        case (.name, .text), (.words, .text): true
        case (_, .text) where particle != nil, (_, .integer) where particle != nil: true
        case (.number, .text), (.number, .integer), (.number, .decimal): true
        case (.date, .text), (.date, .time), (.month, .text), (.month, .time), (.datetime, .time): true
        default: false
        }
    }
}

/// A compiled template: every name is an index; every partial, layout and text is inlined.
enum Instruction: Sendable {
    case literal([UInt8])
    case escaped(ValuePath)
    case markup(ValuePath)
    case formatted(ValuePath, ValueFormat)
    case plural(ValuePath, one: [Instruction], other: [Instruction])
    /// Renders once for each value, which becomes the innermost context.
    case section(ValuePath, [Instruction])
    /// Renders once with a Korean name in Latin letters as the innermost context, and not where a name has no Hangul.
    case romanised(ValuePath, [Instruction])
    /// Renders once where the value passes a test, or does not; the context stays the same.
    case condition(ValuePath, ValueTest, passes: Bool, [Instruction])
}

/// What a condition asks of a value: that there is something, one of some texts, or a letter of Hangul.
enum ValueTest: Sendable {
    case isTruthy, hasHangul
    case isOne(of: [String])

    func passes(_ value: FieldValue) -> Bool {
        switch (self, value) {
        case (.isTruthy, _): value.isTruthy
        case (.isOne(let texts), .text(let text)): texts.contains(text)
        case (.hasHangul, .text(let text)): Romanization.hasHangul(text)
        default: false
        }
    }
}

/// Runs a program over models, appending to one growing buffer.
struct TemplateRenderer {
    private enum Frame {
        case model(any ViewModel)
        case scalar(FieldValue)
    }

    private var frames: [Frame]
    private let language: Language

    static func render(
        _ program: [Instruction],
        models: [any ViewModel],
        _ language: Language,
        into output: inout [UInt8]
    ) {
        var renderer = TemplateRenderer(frames: models.map(Frame.model), language: language)
        renderer.run(program, into: &output)
    }

    private mutating func run(_ program: [Instruction], into output: inout [UInt8]) {
        for instruction in program {
            switch instruction {
            case .literal(let bytes): output.append(contentsOf: bytes)
            case .escaped(let path): ValueText.append(value(path), escaping: true, to: &output)
            case .markup(let path): ValueText.append(value(path), escaping: false, to: &output)
            case .formatted(let path, let format):
                ValueText.append(value(path), as: format, language, to: &output)
            case .plural(let path, let one, let other):
                if case .integer(1) = value(path) { run(one, into: &output) } else { run(other, into: &output) }
            case .section(let path, let body): section(value(path), body, into: &output)
            case .romanised(let path, let body):
                if case .text(let name) = value(path), Romanization.hasHangul(name) {
                    run(body, in: .scalar(.text(Romanization.name(name))), into: &output)
                }
            case .condition(let path, let test, let passes, let body):
                if test.passes(value(path)) == passes { run(body, into: &output) }
            }
        }
    }

    private mutating func section(_ value: FieldValue, _ body: [Instruction], into output: inout [UInt8]) {
        switch value {
        case .list(let models):
            for model in models { run(body, in: .model(model), into: &output) }
        case .texts(let texts):
            for text in texts { run(body, in: .scalar(.text(text)), into: &output) }
        case .integers(let numbers):
            for number in numbers { run(body, in: .scalar(.integer(number)), into: &output) }
        case .object(let model): run(body, in: .model(model), into: &output)
        case _ where value.isTruthy: run(body, in: .scalar(value), into: &output)
        default: break
        }
    }

    private mutating func run(_ body: [Instruction], in frame: Frame, into output: inout [UInt8]) {
        frames.append(frame)
        run(body, into: &output)
        frames.removeLast()
    }

    private func value(_ path: ValuePath) -> FieldValue {
        switch frames[path.frame] {
        case .scalar(let value): return value
        case .model(let model):
            guard let field = path.field else { return .object(model) }
            var value = model.value(at: field)
            for field in path.further {
                guard case .object(let child) = value else { return .nothing }
                value = child.value(at: field)
            }
            return value
        }
    }
}

extension FieldValue {
    /// Whether a section over this value renders: it exists, and is not empty, zero or false.
    package var isTruthy: Bool {
        switch self {
        case .nothing: false
        case .text(let text): !text.isEmpty
        case .markup(let markup): !markup.bytes.isEmpty
        case .integer(let number): number != 0
        case .flag(let flag): flag
        case .texts(let texts): !texts.isEmpty
        case .integers(let numbers): !numbers.isEmpty
        case .list(let models): !models.isEmpty
        case .decimal, .time, .object: true
        }
    }
}
