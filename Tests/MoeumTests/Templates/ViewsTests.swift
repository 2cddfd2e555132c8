import Foundation
import Testing

@testable import Moeum
@testable import Templates

/// The views as pages use them: a folder of templates and texts, typed models, both languages.
struct ViewsTests {
    @Test func aPageFillsItsLayoutsBlocksAndPartials() throws {
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

    @Test func hostileTextIsEscapedInTextAndAttribute() throws {
        let folder = try ViewsFolder(page: #"<a title="{{heading}}">{{heading}}</a>"#)
        let shown = try folder.render(Shelf(heading: #"<script>'"&"#))
        #expect(shown == #"<a title="&lt;script&gt;&#39;&quot;&amp;">&lt;script&gt;&#39;&quot;&amp;</a>"#)
    }

    @Test func anAbsentFieldDoesNotShowTheOuterOneOfTheSameName() throws {
        let folder = try ViewsFolder(page: "{{#items}}[{{note}}{{^note}}-{{/note}}]{{/items}}{{note}}")
        #expect(
            try folder.render(Shelf(note: "outer", items: [ShelfItem(name: "A"), ShelfItem(name: "B", note: "own")]))
                == "[-][own]outer"
        )
    }

    @Test func aQuestionShowsOnceInTheSameContext() throws {
        let folder = try ViewsFolder(
            page: "{{#items?}}{{heading}}:{{#items}}{{name}}{{/items}}{{/items?}}{{^items?}}none{{/items?}}"
        )
        #expect(try folder.render(Shelf(heading: "x", items: [ShelfItem(name: "A"), ShelfItem(name: "B")])) == "x:AB")
        #expect(try folder.render(Shelf(heading: "x")) == "none")
        try folder.write("shelf", "{{#item?}}{{note}} {{item.note}}{{/item?}}")
        #expect(try folder.render(Shelf(note: "outer", item: ShelfItem(name: "A", note: "own"))) == "outer own")
    }

    @Test func aQuestionTakesFieldsOfEveryKind() throws {
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

    @Test func aSectionComparesATextWithALiteral() throws {
        let folder = try ViewsFolder(
            page: "{{#cover=paper}}paper {{note}}{{/cover}}{{^cover=paper}}other{{/cover}}"
                + "{{#item.name=A|B}} A{{/item.name}}{{^note=x}} -{{/note}}"
        )
        #expect(try folder.render(Shelf(note: "x", cover: .paper, item: ShelfItem(name: "A"))) == "paper x A")
        #expect(try folder.render(Shelf(note: "xx", cover: .cloth, item: ShelfItem(name: "a"))) == "other -")
        #expect(try folder.render(Shelf()) == "other -")
    }

    @Test func aTagShowsATextByWhatAChoiceIs() throws {
        let folder = try ViewsFolder(page: "<{{t.shelf.cover-[cover]}}>")
        #expect(try folder.render(Shelf(heading: "&", cover: .cloth)) == "<&amp; in cloth>")
        #expect(try folder.render(Shelf(cover: .paper)) == "<in paper>")
        #expect(try folder.render(Shelf()) == "<>")
    }

    @Test func aTagFormatsItsValueAsATextDoes() throws {
        let folder = try ViewsFolder(page: "{{at:datetime}}|{{day:month}}|{{count:number}}|{{note:date}}")
        let late = Date(timeIntervalSince1970: 1_794_668_400)
        #expect(
            try folder.render(Shelf(note: "<", count: 1234, at: late, day: "2019-06-03"))
                == "15 November 2026 00:00|June 2019|1,234|&lt;"
        )
        #expect(try folder.render(Shelf()) == "||0|")
    }

    @Test func aSectionAsksForHangul() throws {
        let page = "<b{{#note:hangul}} lang=\"ko\"{{/note:hangul}}>{{^note:hangul}}none{{/note:hangul}}</b>"
        let folder = try ViewsFolder(page: page)
        for language in Language.allCases {
            #expect(try folder.render(Shelf(note: "Book 책"), language) == "<b lang=\"ko\"></b>")
            #expect(try folder.render(Shelf(note: "Book"), language) == "<b>none</b>")
            #expect(try folder.render(Shelf(), language) == "<b>none</b>")
        }
    }

    @Test func markupShowsAsItIsAndOnlyWithThreeBraces() throws {
        #expect(try ViewsFolder(page: "{{{drawing}}}").render(Shelf(drawing: Markup(Array("<svg/>".utf8)))) == "<svg/>")
        #expect(error("\n{{drawing}}").hasPrefix("Views/shelf.mustache:2: "))
        #expect(error("{{{heading}}}").hasPrefix("Views/shelf.mustache:1: "))
    }

    @Test(arguments: [
        "x\n{{nonsense}}", "x\n{{>nonsense}}", "x\n{{<nonsense}}{{/nonsense}}", "x\n{{#items}}", "x\n{{/items}}",
        "x\n{{t.nonsense}}", "x\n{{asset.nonsense}}", "x\n{{#count}}1{{/count}}", "x\n{{items}}", "x\n{{=<% %>=}}",
        "x\n{{#nonsense?}}1{{/nonsense?}}", "x\n{{items?}}", "x\n{{#items?}}1{{/items}}", "x\n{{#item.nonsense?}}",
        "x\n{{#cover=leather}}1{{/cover}}", "x\n{{#cover=paper}}1{{/cover=paper}}", "x\n{{^nonsense=x}}1{{/nonsense}}",
        "x\n{{#count=1}}1{{/count}}",
        "x\n{{#heading=}}1{{/heading}}", "x\n{{#cover=paper|leather}}1{{/cover}}",
        "x\n{{#items:hangul}}1{{/items:hangul}}", "x\n{{cover=paper}}",
        "x\n{{t.shelf.cover-[heading]}}", "x\n{{t.shelf.[cover]}}", "x\n{{t.shelf.cover-[nonsense]}}",
        "x\n{{count:date}}", "x\n{{nonsense:date}}", "x\n{{day:nonsense}}",
        "x\n{{t.shelf.lost}}", "x\n{{t.shelf.unfit}}", "x\n{{.}}", "x\n{{heading", "x\n{{item.nonsense}}",
    ])
    func aWrongTagStopsTheStartWithFileAndLine(template: String) {
        #expect(error(template).hasPrefix("Views/shelf.mustache:2: "), "\(error(template))")
    }

    @Test func anErrorInAPartialNamesThePartial() throws {
        let folder = try ViewsFolder(page: "{{>broken}}")
        try folder.write("broken", "\n\n{{nonsense}}")
        #expect(folder.error.hasPrefix("Views/broken.mustache:3: "))
        try folder.write("broken", "{{>broken}}")
        #expect(folder.error.contains("without end"))
    }

    @Test func textsFollowTheLanguageAndTheNumber() throws {
        let folder = try ViewsFolder(page: "{{t.shelf.books}} {{t.shelf.title}}")
        #expect(
            try folder.render(Shelf(heading: "<b>", count: 1))
                == "1 book &lt;b&gt; &amp; co"
        )
        #expect(try folder.render(Shelf(heading: "x", count: 1234)).hasPrefix("1,234 books x"))
        #expect(try folder.render(Shelf(heading: "x", count: 1), .korean).hasPrefix("BOOKS 1 x"))
    }

    @Test func numbersAndTimesShowPlainInTagsAndFormattedInTexts() throws {
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

    @Test func koreanNamesAreRomanisedInEnglishWhereATagAsksForIt() throws {
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

    @Test func aFragmentRendersAlone() throws {
        let folder = try ViewsFolder(page: "<main>{{>shelf-part}}</main>")
        try folder.write("shelf-part", "<p>{{heading}}</p>")
        #expect(try folder.render(Shelf(heading: "x")) == "<main><p>x</p></main>")
        #expect(try folder.render(Shelf(heading: "x"), fragment: "part") == "<p>x</p>")
    }

    @Test func anEditShowsOnTheNextRequestAndABrokenOneUntilMended() throws {
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

    @Test func textsMustBeTheSameInBothLanguages() throws {
        let folder = try ViewsFolder(page: "")
        try folder.writeTexts(.korean, "{\n\"a\": {\n\"b\": \"{x}\"\n}\n}")
        try folder.writeTexts(.english, "{\"a.b\": \"{y}\"}")
        #expect(folder.error.hasPrefix("Views/strings/ko.json:3: "))
        try folder.writeTexts(.english, "{\"a.b\": \"{x:nonsense}\"}")
        #expect(folder.error.hasPrefix("Views/strings/en.json:1: "))
    }

    @Test func theJsonHoldsEveryFieldButHintsAndMarkup() throws {
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

    @Test func aNumberThatIsNoneIsNullInTheJson() {
        #expect(String(decoding: JSONRepresentation.encode(Shelf(mean: .nan)), as: UTF8.self).contains(#""mean":null"#))
    }

    private func error(_ template: String) -> String {
        (try? ViewsFolder(page: template).error) ?? ""
    }
}
