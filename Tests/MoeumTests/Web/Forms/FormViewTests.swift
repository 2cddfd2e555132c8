import Foundation
import Testing

@testable import Moeum
@testable import Web

/// Forms as pages show them: what comes back, what never does, and what is said about it.
struct FormViewTests {
    private let views: Views

    init() throws {
        let assets = try Assets(directory: Project.root.appendingPathComponent("Public").path)
        views = try Views(
            directory: Project.root.appendingPathComponent("Views").path,
            assets: assets.names,
            pages: [FormPage.self],
            layout: PageLayout.self,
            reloads: false
        )
    }

    private static let signUp = FormDeclaration(
        action: "/signup",
        submit: "form-words.show",
        [
            .next, .email(autocomplete: "username"), .text("nickname", minimum: 2, maximum: 20),
            .newPassword(key: "first-password"), .checkbox("agree_terms", link: "/terms"),
            .radios("reviews", ["anonymise", "delete"]), .textArea("bio", maximum: 300).optional, .code(),
            .file("archive", accept: ".zip"),
        ]
    )

    private func typed(_ body: String) throws -> Form { try Form(Array(body.utf8)) }

    private func formView(
        _ declaration: FormDeclaration = signUp,
        typed body: String? = nil,
        values: [String: String] = [:],
        errors: [String: String] = [:],
        _ language: Language = .english
    ) throws -> FormView {
        try declaration.formView(
            typed: body.map { try typed($0) },
            values: values,
            errors: errors,
            token: "a-token",
            views: views,
            language
        )
    }

    private func source(_ formView: FormView, _ language: Language = .english) throws -> String {
        var bytes: [UInt8] = []
        let page = FormPage(heading: "A form", lead: ["Why it is asked."], form: formView)
        try views.render(page, in: PageLayout(language: language, title: "A form"), language, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func html(_ formView: FormView) throws -> HTMLDocument { try HTMLDocument(source(formView)) }

    @Test("Every field tells browsers and password managers what it is") func describeFields() throws {
        let page = try html(formView())
        #expect(page.has("input#email[type=email][autocomplete=username][inputmode=email][required]"))
        #expect(page.has("input#password[type=password][autocomplete=new-password]"))
        #expect(page.has("input#code[autocomplete=one-time-code][inputmode=numeric]"))
        #expect(page.has("textarea#bio") && !page.has("#bio[required]"))
        #expect(page.has("form[enctype=multipart/form-data]"))
        #expect(page.has("input[type=hidden][name=csrf][value=a-token]"))
        #expect(page.has("a[href=/terms]"))
        // Would cut a password that is pasted, and counts a syllable of several code units as more than one.
        #expect(!page.has("[maxlength]"))
    }

    @Test("Typed values come back, but no password") func returnTyped() throws {
        let body =
            "email=a%40b.kr&nickname=%22Mo%3E&password=secret-words&agree_terms=1&reviews=delete&bio=%0Atwo&code=12"
        let source = try source(formView(typed: body, errors: ["code": "wrong"]))
        let page = try HTMLDocument(source)
        #expect(page.first("input#email")?["value"] == "a@b.kr")
        #expect(page.first("input#nickname")?["value"] == "\"Mo>")
        #expect(page.has("input#agree_terms[checked]"))
        #expect(page.has("input#reviews") && !page.has("#reviews[checked]"))
        #expect(page.has("input#reviews-2[checked]"))
        #expect(page.first("textarea#bio")?.textContent == "\ntwo")
        #expect(page.first("input#code")?["value"] == "12")
        #expect(!source.contains("secret-words"))
        let json = String(decoding: JSONRepresentation.encode(try formView(typed: body)), as: UTF8.self)
        #expect(!json.contains("secret-words"))
    }

    @Test("Stored values show until something is typed") func showStored() throws {
        let stored = ["nickname": "Haneul", "agree_terms": "1"]
        #expect(try html(formView(values: stored)).first("input#nickname")?["value"] == "Haneul")
        let emptied = try html(formView(typed: "nickname=", values: stored))
        #expect(emptied.first("input#nickname")?["value"] == "")
        #expect(emptied.has("input#agree_terms") && !emptied.has("#agree_terms[checked]"))
    }

    @Test("A problem stands beside its field and in the summary") func showProblems() throws {
        let page = try html(formView(typed: "nickname=a", errors: ["nickname": "too-short", "password": "common"]))
        #expect(page.has("input#nickname[aria-invalid=true][aria-describedby=nickname-error nickname-hint]"))
        #expect(page.has("#nickname-error") && page.has("#nickname-hint"))
        #expect(page.has("#nickname-error span", text: "1 more character to go."))
        #expect(page.has("a[href=#nickname]", text: "Nickname: 1 more character to go."))
        #expect(page.has("a[href=#password]"))
        #expect(page.has(".errsum[role=alert][tabindex=-1][autofocus]"))
        #expect(page.has("input#email") && !page.has("#email[aria-invalid]"))
        #expect(try !html(formView()).has(".errsum"))
    }

    @Test("Characters are counted as a person counts them") func countCharacters() throws {
        // A family of four is seven scalars; 21 flags are one over.
        let flags = String(repeating: "%F0%9F%87%B0%F0%9F%87%B7", count: 21)
        let long = try formView(typed: "nickname=\(flags)", errors: ["nickname": "too-long"])
        #expect(long.summary?.items.first?.text == "Up to 20 characters.")
        let family = "%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7%E2%80%8D%F0%9F%91%A6"
        let short = try formView(typed: "nickname=\(family)", errors: ["nickname": "too-short"])
        #expect(short.summary?.items.first?.text == "1 more character to go.")
    }

    @Test("A field's own words come before the general ones") func preferOwnWords() throws {
        let own = try formView(errors: ["email": "required", "bio": "required", "code": "never-heard-of"])
        let texts = own.summary?.items.map(\.text)
        #expect(texts == ["Please enter your e-mail.", "Please fill this in.", "This can’t be saved."])
    }

    @Test("A problem of the whole form has no link") func showFormProblem() throws {
        let whole = try formView(errors: [FormDeclaration.wholeForm: "mismatch"])
        #expect(whole.summary?.message?.hasPrefix("The password is wrong, or the e-mail isn’t confirmed yet.") == true)
        #expect(whole.summary?.items.isEmpty == true)
        #expect(try !html(whole).has("[aria-invalid]"))
    }

    @Test("The page to continue on comes back only within this site") func keepNextLocal() throws {
        #expect(try html(formView(typed: "next=%2Ffavourites")).has("input[name=next][value=/favourites]"))
        #expect(try html(formView(typed: "next=%2F%2Fevil.example")).has("input[name=next][value=/]"))
        #expect(try html(formView(values: ["next": "/diary"])).has("input[name=next][value=/diary]"))
        #expect(try formView().hidden.isEmpty)
    }

    @Test("The JSON has what a script needs to send the form") func encodeForm() throws {
        let formView = try formView(typed: "next=%2Fx&nickname=a", errors: ["nickname": "too-short"])
        let object = try JSONSerialization.jsonObject(
            with: Data(JSONRepresentation.encode(FormPage(heading: "H", form: formView)))
        )
        let form = try #require((object as? [String: Any])?["form"] as? [String: Any])
        #expect(form["action"] as? String == "/signup")
        #expect(form["csrf"] as? String == "a-token")
        let fields = try #require(form["fields"] as? [[String: Any]])
        #expect(fields.first?["name"] as? String == "email")
        let nickname = try #require(fields.first { $0["name"] as? String == "nickname" })
        #expect(nickname["value"] as? String == "a" && nickname["error"] as? String == "too-short")
        #expect(nickname["required"] as? Bool == true && nickname["maximum"] as? Int == 20)
        #expect(nickname["describedBy"] == nil)
        let hidden = try #require(form["hidden"] as? [[String: String]])
        #expect(hidden == [["name": "next", "value": "/x"]])
    }

    @Test("Two forms of one page share no id") func separateIDs() throws {
        var second = Self.signUp
        second.prefix = "again-"
        var bytes: [UInt8] = []
        let again = try formView(second, errors: ["email": "invalid"])
        let page = FormPage(heading: "H", form: try formView(), secondForm: again)
        try views.render(page, in: PageLayout(language: .korean, title: "T"), .korean, into: &bytes)
        let ids = try HTMLDocument(String(decoding: bytes, as: UTF8.self)).all("[id]").map { $0["id"] }
        #expect(ids.contains("again-email-error"))
        #expect(Set(ids).count == ids.count)
    }

    @Test("Every label has words", arguments: Language.allCases)
    func labelFields(_ language: Language) throws {
        let formView = try formView(Self.signUp, language)
        for field in formView.fields {
            #expect(!field.label.hasPrefix("form."), "\(field.label)")
            for option in field.options { #expect(!option.label.hasPrefix("form."), "\(option.label)") }
        }
    }

    @Test("The settings mark the current page") func markSection() throws {
        let frame = SettingsFrame(.sessions, for: nil)
        #expect(frame.entries.filter(\.isCurrent).map(\.section) == [.sessions])
        var bytes: [UInt8] = []
        let page = FormPage(heading: "H", form: try formView(), settings: frame)
        try views.render(page, in: PageLayout(language: .english, title: "T"), .english, into: &bytes)
        let html = try HTMLDocument(String(decoding: bytes, as: UTF8.self))
        #expect(html.has("a[href=/settings/sessions][aria-current=page]"))
        #expect(html.all("a[href=/settings]").contains { $0.text == "Settings" && $0["aria-current"] == nil })
        #expect(SettingsFrame(nil, for: nil).entries.filter(\.isCurrent).isEmpty)
    }
}
