import Foundation
import Testing

@testable import Moeum
@testable import Templates

/// The views as pages use them: a folder of templates and texts, typed models, both languages.
struct ViewsTests {
    @Test("A page fills its layout's blocks and partials") func fillLayout() throws {
        let folder = try ViewsFolder(
            page: "{{<layout}}\n{{$main}}{{#items}}{{>item}}{{/items}}{{/main}}\n{{/layout}}\n"
        )
        try folder.write("layout", "<title>{{title}}</title>{{$main}}empty{{/main}}")
        try folder.write("item", "<li>{{name}}</li>")
        #expect(
            try folder.render(Shelf(items: [ShelfItem(name: "A"), ShelfItem(name: "B")]))
                == "<title>T</title><li>A</li><li>B</li>"
        )
    }

    @Test("Hostile text is escaped in text and attributes") func escapeText() throws {
        let folder = try ViewsFolder(page: #"<a title="{{heading}}">{{heading}}</a>"#)
        let shown = try folder.render(Shelf(heading: #"<script>'"&"#))
        #expect(shown == #"<a title="&lt;script&gt;&#39;&quot;&amp;">&lt;script&gt;&#39;&quot;&amp;</a>"#)
    }

    @Test("An absent field does not show the outer one of the same name") func hideOuterField() throws {
        let folder = try ViewsFolder(page: "{{#items}}[{{note}}{{^note}}-{{/note}}]{{/items}}{{note}}")
        #expect(
            try folder.render(Shelf(note: "outer", items: [ShelfItem(name: "A"), ShelfItem(name: "B", note: "own")]))
                == "[-][own]outer"
        )
    }

    @Test("A question shows its content once, in the same context") func askOnce() throws {
        let folder = try ViewsFolder(
            page: "{{#items?}}{{heading}}:{{#items}}{{name}}{{/items}}{{/items?}}{{^items?}}none{{/items?}}"
        )
        #expect(try folder.render(Shelf(heading: "x", items: [ShelfItem(name: "A"), ShelfItem(name: "B")])) == "x:AB")
        #expect(try folder.render(Shelf(heading: "x")) == "none")
        try folder.write("shelf", "{{#item?}}{{note}} {{item.note}}{{/item?}}")
        #expect(try folder.render(Shelf(note: "outer", item: ShelfItem(name: "A", note: "own"))) == "outer own")
    }

    @Test("A question takes fields of every kind") func askEveryKind() throws {
        let names = ["heading", "note", "count", "mean", "at", "drawing", "hint", "item", "items"]
        let folder = try ViewsFolder(page: names.map { "{{#\($0)?}}\($0) {{/\($0)?}}" }.joined())
        #expect(try folder.render(Shelf(note: "")) == "hint ")
        let full = Shelf(
            heading: "x",
            note: "x",
            count: 1,
            mean: 0,
            at: Date.now,
            drawing: Markup(Array("<svg/>".utf8)),
            item: ShelfItem(name: "A"),
            items: [ShelfItem(name: "A")]
        )
        #expect(try folder.render(full) == names.map { "\($0) " }.joined())
    }

    @Test("A section compares a text with a literal") func compareLiteral() throws {
        let folder = try ViewsFolder(
            page: "{{#cover=paper}}paper {{note}}{{/cover}}{{^cover=paper}}other{{/cover}}"
                + "{{#item.name=A|B}} A{{/item.name}}{{^note=x}} -{{/note}}"
        )
        #expect(try folder.render(Shelf(note: "x", cover: .paper, item: ShelfItem(name: "A"))) == "paper x A")
        #expect(try folder.render(Shelf(note: "xx", cover: .cloth, item: ShelfItem(name: "a"))) == "other -")
        #expect(try folder.render(Shelf()) == "other -")
    }

    @Test("A tag shows the text of a choice") func showChoice() throws {
        let folder = try ViewsFolder(page: "<{{t.shelf.cover-[cover]}}>")
        #expect(try folder.render(Shelf(heading: "&", cover: .cloth)) == "<&amp; in cloth>")
        #expect(try folder.render(Shelf(cover: .paper)) == "<in paper>")
        #expect(try folder.render(Shelf()) == "<>")
    }

    @Test("A tag formats its value as a text does") func formatTag() throws {
        let folder = try ViewsFolder(page: "{{at:datetime}}|{{day:month}}|{{count:number}}|{{note:date}}")
        let late = Date(timeIntervalSince1970: 1_794_668_400)
        #expect(
            try folder.render(Shelf(note: "<", count: 1234, at: late, day: "2019-06-03"))
                == "15 November 2026 00:00|June 2019|1,234|&lt;"
        )
        #expect(try folder.render(Shelf()) == "||0|")
    }

    @Test("A section asks for Hangul") func askForHangul() throws {
        let page = "<b{{#note:hangul}} lang=\"ko\"{{/note:hangul}}>{{^note:hangul}}none{{/note:hangul}}</b>"
        let folder = try ViewsFolder(page: page)
        for language in Language.allCases {
            #expect(try folder.render(Shelf(note: "Book 책"), language) == "<b lang=\"ko\"></b>")
            #expect(try folder.render(Shelf(note: "Book"), language) == "<b>none</b>")
            #expect(try folder.render(Shelf(), language) == "<b>none</b>")
        }
    }

    @Test("Markup shows as it is, and only with three braces") func showMarkup() throws {
        #expect(try ViewsFolder(page: "{{{drawing}}}").render(Shelf(drawing: Markup(Array("<svg/>".utf8)))) == "<svg/>")
        #expect(error("\n{{drawing}}").hasPrefix("Views/shelf.mustache:2: "))
        #expect(error("{{{heading}}}").hasPrefix("Views/shelf.mustache:1: "))
    }

    @Test(
        "A wrong tag stops the start with file and line",
        arguments: [
            "x\n{{nonsense}}", "x\n{{>nonsense}}", "x\n{{<nonsense}}{{/nonsense}}", "x\n{{#items}}", "x\n{{/items}}",
            "x\n{{t.nonsense}}", "x\n{{asset.nonsense}}", "x\n{{#count}}1{{/count}}", "x\n{{items}}", "x\n{{=<% %>=}}",
            "x\n{{#nonsense?}}1{{/nonsense?}}", "x\n{{items?}}", "x\n{{#items?}}1{{/items}}", "x\n{{#item.nonsense?}}",
            "x\n{{#cover=leather}}1{{/cover}}", "x\n{{#cover=paper}}1{{/cover=paper}}",
            "x\n{{^nonsense=x}}1{{/nonsense}}",
            "x\n{{#count=1}}1{{/count}}",
            "x\n{{#heading=}}1{{/heading}}", "x\n{{#cover=paper|leather}}1{{/cover}}",
            "x\n{{#items:hangul}}1{{/items:hangul}}", "x\n{{cover=paper}}",
            "x\n{{t.shelf.cover-[heading]}}", "x\n{{t.shelf.[cover]}}", "x\n{{t.shelf.cover-[nonsense]}}",
            "x\n{{count:date}}", "x\n{{nonsense:date}}", "x\n{{day:nonsense}}",
            "x\n{{t.shelf.lost}}", "x\n{{t.shelf.unfit}}", "x\n{{.}}", "x\n{{heading", "x\n{{item.nonsense}}",
        ]
    )
    func refuseWrongTag(template: String) {
        #expect(error(template).hasPrefix("Views/shelf.mustache:2: "), "\(error(template))")
    }

    @Test("An error in a partial names the partial") func namePartial() throws {
        let folder = try ViewsFolder(page: "{{>broken}}")
        try folder.write("broken", "\n\n{{nonsense}}")
        #expect(folder.error.hasPrefix("Views/broken.mustache:3: "))
        try folder.write("broken", "{{>broken}}")
        #expect(folder.error.contains("without end"))
    }

    @Test("Texts follow the language and the number") func followLanguage() throws {
        let folder = try ViewsFolder(page: "{{t.shelf.books}} {{t.shelf.title}}")
        #expect(
            try folder.render(Shelf(heading: "<b>", count: 1))
                == "1 book &lt;b&gt; &amp; co"
        )
        #expect(try folder.render(Shelf(heading: "x", count: 1234)).hasPrefix("1,234 books x"))
        #expect(try folder.render(Shelf(heading: "x", count: 1), .korean).hasPrefix("BOOKS 1 x"))
    }

    @Test("Numbers and times show plain in tags and formatted in texts") func formatValues() throws {
        let folder = try ViewsFolder(page: "{{count}}|{{mean}}|{{at}}|{{t.shelf.facts}}")
        let late = Date(timeIntervalSince1970: 1_794_668_400)  // 14 November 2026, 15:00 UTC: midnight in Seoul.
        let bucket = Shelf(count: 1234, mean: 4.666_666_666_7, at: late, day: "2019-06-03")
        #expect(
            try folder.render(bucket) == "1234|4.6666667|2026-11-14T15:00:00.000Z|4.7 15 November 2026 00:00 June 2019"
        )
        #expect(
            try folder.render(bucket, .korean).hasSuffix(
                "4.7 2026\u{B144} 11\u{C6D4} 15\u{C77C} 00:00 2019\u{B144} 6\u{C6D4}"
            )
        )
    }

    @Test("Korean names are romanised in English where a tag asks for it") func romaniseNames() throws {
        let folder = try ViewsFolder(
            page: "<b title='{{heading:name}}'>{{heading}}{{#heading:name}} ({{.}}){{/heading:name}}</b>"
                + "{{t.shelf.name}}"
        )
        let korean = Shelf(heading: "책방 <오후>")
        let latin = "Chaekbang &lt;Ohu&gt;"
        #expect(
            try folder.render(korean)
                == "<b title='\(latin)'>책방 &lt;오후&gt; (\(latin))</b>\(latin), chaekbang &lt;ohu&gt;"
        )
        let plain = "책방 &lt;오후&gt;"
        #expect(try folder.render(korean, .korean) == "<b title='\(plain)'>\(plain)</b>\(plain), \(plain)")
        #expect(try folder.render(Shelf(heading: "Book")) == "<b title='Book'>Book</b>Book, Book")
        let text = try folder.views().text("shelf.name", ["heading": .text(korean.heading)], .english)
        #expect(text == "Chaekbang <Ohu>, chaekbang <ohu>")
    }

    @Test("A fragment renders alone") func renderFragment() throws {
        let folder = try ViewsFolder(page: "<main>{{>shelf-part}}</main>")
        try folder.write("shelf-part", "<p>{{heading}}</p>")
        #expect(try folder.render(Shelf(heading: "x")) == "<main><p>x</p></main>")
        #expect(try folder.render(Shelf(heading: "x"), fragment: "part") == "<p>x</p>")
    }

    @Test("An edit shows on the next request, and a broken one fails until it is fixed") func reloadEdits() throws {
        let folder = try ViewsFolder(page: "one")
        let views = try folder.views(reloads: true)
        #expect(try folder.render(Shelf(), with: views) == "one")
        try folder.write("shelf", "two", age: -60)
        #expect(try folder.render(Shelf(), with: views) == "two")
        try folder.write("shelf", "{{nonsense}}", age: -30)
        #expect(throws: TemplateError.self) { try folder.render(Shelf(), with: views) }
        #expect(throws: TemplateError.self) { try folder.render(Shelf(), with: views) }
        try folder.write("shelf", "three", age: -10)
        #expect(try folder.render(Shelf(), with: views) == "three")
    }

    @Test("Texts have the same keys in both languages") func compareKeys() throws {
        let folder = try ViewsFolder(page: "")
        try folder.writeTexts(.korean, "{\n\"a\": {\n\"b\": \"{x}\"\n}\n}")
        try folder.writeTexts(.english, "{\"a.b\": \"{y}\"}")
        #expect(folder.error.hasPrefix("Views/strings/ko.json:3: "))
        try folder.writeTexts(.english, "{\"a.b\": \"{x:nonsense}\"}")
        #expect(folder.error.hasPrefix("Views/strings/en.json:1: "))
    }

    @Test("The JSON has every field but hints and markup") func encodeFields() throws {
        let late = Date(timeIntervalSince1970: -0.001)
        let bucket = Shelf(
            heading: "\"\\\n\u{1}",
            mean: 4.67,
            at: late,
            drawing: Markup(Array("<svg/>".utf8)),
            items: [ShelfItem(name: "A")]
        )
        let shown = String(decoding: JSONRepresentation.encode(bucket), as: UTF8.self)
        #expect(
            shown == #"{"heading":"\"\\\n\u0001","note":null,"count":0,"mean":4.67,"at":"1969-12-31T23:59:59.999Z","#
                + #""day":null,"item":null,"items":[{"name":"A","note":null}]}"#
        )
    }

    @Test("A number that is none is null in the JSON") func encodeNoNumber() {
        #expect(String(decoding: JSONRepresentation.encode(Shelf(mean: .nan)), as: UTF8.self).contains(#""mean":null"#))
    }

    private func error(_ template: String) -> String {
        (try? ViewsFolder(page: template).error) ?? ""
    }
}
