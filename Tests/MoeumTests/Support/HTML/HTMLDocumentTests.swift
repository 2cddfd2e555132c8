import Testing

@Suite("The tests' own reader of pages") struct HTMLDocumentTests {
    private static let page = """
        <!doctype html>
        <html lang="ko">
          <head><meta charset="utf-8"><title>A &amp; B</title>
            <style>a > b { color: red }</style><script type="module">if (1 < 2 && "</p>") { }</script></head>
          <body><!-- <p>not there</p> -->
            <form class="card  wide" id="f1" action='/places?q=1&amp;open=1'>
              <label for=email>E-mail</label><input name="email" value="a@b.c" required>
              <textarea name="note">

        two &lt;b&gt;</textarea>
              <select name="kind"><option value="a b">One</option><option value="c" selected>Two</option></select>
            </form>
            <svg viewBox="0 0 1 1"><g><rect width="1"/></g></svg>
            <template><p>not there</p></template>
            <ul><li><a href="/a#b">One
              <small>1</small></a></li><li class="last"><a href="/c">Two</a></li></ul>
          </body>
        </html>
        """

    @Test("Elements are found by tag, class, id, attributes and ancestors, in the order of the page") func selection()
        throws
    {
        let page = try HTMLDocument(Self.page)
        #expect(page.all("a").map { $0["href"] } == ["/a#b", "/c"])
        #expect(page.all("ul a[href^=/]").count == 2 && page.all("li.last a").count == 1)
        #expect(page.first("form.wide#f1 input[name=email]")?["value"] == "a@b.c")
        #expect(page.has("html body form.card [required]") && page.has("option[value=a b]"))
        #expect(page.has("option[value=\"c\"][selected]") && page.has("[href=/a#b]"))
        #expect(page.has("li a", text: "Two") && page.has("*", text: "Two") && !page.has("li a", text: "one"))
        for selector: HTMLSelector in [
            "form a", "ul form", ".car", "#f", "[value=a]", "[value^=b]", "p", "a.last", "[open]",
        ] {
            #expect(!page.has(selector), "\(selector)")
        }
        let template = try #require(page.first("template"))
        #expect(template.has("p") && !page.text.contains("not there"))
        #expect(page.values(of: "email") == ["a@b.c"] && page.values(of: "kind") == [])
        let list = try #require(page.first("ul"))
        #expect(list.all("li").count == 2 && !list.has("ul") && !list.has("html li"))
    }

    @Test("Attributes and text are without their escapes; white space is folded where it is asked for") func texts()
        throws
    {
        let page = try HTMLDocument(Self.page)
        #expect(page.first("form")?["action"] == "/places?q=1&open=1" && page.first("label")?["for"] == "email")
        #expect(page.first("input")?["required"] == "" && page.first("input")?["disabled"] == nil)
        #expect(page.first("title")?.text == "A & B" && page.first("li")?.text == "One 1")
        #expect(page.first("textarea")?.textContent == "\ntwo <b>")
        #expect(page.first("script")?.textContent == "if (1 < 2 && \"</p>\") { }")
        #expect(!page.text.contains("color") && !page.text.contains("1 < 2") && page.text.contains("One 1Two"))
        let odd = try HTMLDocument("&#39;&#x2F;&quot;&nbsp;&apos; &unknown; & &#xD800; &amp;lt; 한글<b>\n &gt;\t</b>")
        #expect(odd.textContent == "'/\"\u{a0}' &unknown; & &#xD800; &lt; 한글\n >\t")
        #expect(odd.text == "'/\"\u{a0}' &unknown; & &#xD800; &lt; 한글 >")
    }

    @Test(
        "What is not well formed is an error that says where",
        arguments: [
            ("<p>a</div>", "line 1, column 5: </div> where <p> is open"),
            ("<ul>\n한 <li>a</ul>", "line 2, column 8: </ul> where <li> is open"),
            ("a</p>", "line 1, column 2: </p> closes nothing"),
            ("<br></br>", "line 1, column 5: </br> closes nothing"),
            ("<div>\n <p>a</p>", "line 1, column 1: <div> is not closed"),
            ("<div/>", "line 1, column 1: <div/> closes nothing"),
            ("<textarea>a</text>", "line 1, column 1: <textarea> is not closed"),
            ("<p", "line 1, column 3: the tag <p is not closed"),
            ("<p></p", "line 1, column 4: the tag </p is not closed"),
            ("<p class=\"a></p>", "line 1, column 10: the value of class is not closed"),
            ("<p class=></p>", "line 1, column 10: class= without a value"),
            ("<p class=\"a\"id=\"b\"></p>", "line 1, column 13: no blank before an attribute"),
            ("<p id=\"a\" id=\"b\"></p>", "line 1, column 11: the attribute id is there twice"),
            ("<p \"a\"></p>", "line 1, column 4: a name is expected, not “\"a\"></p>”"),
            ("1 < 2", "line 1, column 4: a name is expected, not “ 2”"),
            ("<!-- a", "line 1, column 5: a comment is not closed"),
            ("<!doctype html", "line 1, column 10: the doctype is not closed"),
            ("<![CDATA[a]]>", "line 1, column 2: a name is expected, not “![CDATA[a]]>”"),
        ]
    ) func malformed(source: String, told: String) {
        let error = #expect(throws: HTMLSyntaxError.self) { try HTMLDocument(source) }
        #expect(error?.description == told)
    }

    @Test(
        "What is no selector fails the test that uses it",
        arguments: ["", "a,b", "a > b", "[a", "[a=b", "a  b", "*b", "[a]]", "."]
    )
    func selectors(text: String) {
        withKnownIssue { _ = HTMLSelector(stringLiteral: text) }
    }
}
