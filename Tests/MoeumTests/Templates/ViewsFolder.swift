import Foundation

@testable import Moeum
@testable import Templates

struct ShelfItem: ViewModel {
    var name: String
    var note: String?

    static let fields: [Field<ShelfItem>] = [
        .text("name") { $0.name },
        .text("note") { $0.note },
    ]
}

enum ShelfCover: String, CaseIterable {
    case paper, cloth
}

struct Shelf: Page {
    static let template = "shelf"
    static let fragments = ["part": "shelf-part"]
    var heading = ""
    var note: String?
    var count = 0
    var mean: Double?
    var at: Date?
    var day: String?
    var cover: ShelfCover?
    var drawing: Markup?
    var item: ShelfItem?
    var items: [ShelfItem] = []

    static let fields: [Field<Shelf>] = [
        .text("heading") { $0.heading },
        .text("note") { $0.note },
        .integer("count") { $0.count },
        .decimal("mean") { $0.mean },
        .time("at") { $0.at },
        .text("day") { $0.day },
        .choice("cover") { $0.cover }.viewOnly,
        .markup("drawing") { $0.drawing },
        .text("hint") { _ in "hint" }.viewOnly,
        .object("item") { $0.item },
        .list("items") { $0.items },
    ]
}

/// A folder of views of its own, removed with its owner.
final class ViewsFolder {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("views-\(UUID())").path

    init(page: String) throws {
        try FileManager.default.createDirectory(atPath: path + "/strings", withIntermediateDirectories: true)
        try write("shelf", page)
        try write("shelf-part", "")
        let wrongs = #""lost": "{nowhere}", "unfit": "{count:date}""#
        let covers = #""cover-paper": "in paper", "cover-cloth": "{heading} in cloth""#
        let facts = "{mean} {at:datetime} {day:month}"
        let title = "{heading} & co"
        let name = "{heading:name}, {heading:words}"
        try writeTexts(
            .korean,
            #"{"shelf": {"books": "BOOKS {count}", "facts": "\#(facts)", "title": "\#(title)", "name": "\#(name)", \#(covers), \#(wrongs)}}"#
        )
        try writeTexts(
            .english,
            #"{"shelf": {"books": {"one": "{count} book", "other": "{count} books"}, "facts": "\#(facts)", "#
                + #""title": "\#(title)", "name": "\#(name)", \#(covers), \#(wrongs)}}"#
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// - Parameter age: seconds from now that the file says it was changed, so that no clock's step hides an edit.
    func write(_ template: String, _ text: String, age: Double? = nil) throws {
        let file = "\(path)/\(template).mustache"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        if let age {
            try FileManager.default.setAttributes([.modificationDate: Date.now + age], ofItemAtPath: file)
        }
    }

    func writeTexts(_ language: Language, _ json: String) throws {
        try json.write(toFile: "\(path)/strings/\(language.rawValue).json", atomically: true, encoding: .utf8)
    }

    func views(reloads: Bool = false) throws -> Views {
        try Views(
            directory: path,
            assets: [:],
            pages: [Shelf.self],
            layout: PageLayout.self,
            reloads: reloads,
            checksEvery: .zero
        )
    }

    /// What stops the start, or nothing.
    var error: String {
        do { _ = try views() } catch { return "\(error)" }
        return ""
    }

    func render(
        _ bucket: Shelf,
        _ language: Language = .english,
        fragment: String? = nil,
        with views: Views? = nil
    ) throws -> String {
        var output: [UInt8] = []
        let views = try views ?? self.views()
        let layout = PageLayout(language: language, title: "T")
        try views.render(bucket, fragment: fragment, in: layout, language, into: &output)
        return String(decoding: output, as: UTF8.self)
    }
}
