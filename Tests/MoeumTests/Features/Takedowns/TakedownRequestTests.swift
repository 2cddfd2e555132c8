import Foundation
import Testing

@testable import Moeum

/// What a form may ask.
struct TakedownRequestTests {
    @Test(
        "Addresses of content on this site are read",
        arguments: [
            ("review:12", "review:12"), (" photo:9 ", "photo:9"), ("/reviews/12", "review:12"),
            ("https://moeum.example/reviews/12?lang=en#r12", "review:12"), ("moeum.example/photos/9", "photo:9"),
            ("http://MOEUM.example/places/5?sort=new#r12", "review:12"), ("/places/5/reviews#r12", "review:12"),
            ("/reviews/12/versions", "review:12"), ("/photos/9", "photo:9"),
        ]
    )
    func readTargets(_ typed: String, _ target: String) {
        #expect(TakedownTarget(typed, base: "https://moeum.example")?.target.description == target)
    }

    @Test(
        "Addresses that lead elsewhere are no targets",
        arguments: [
            "", "12", "review:", "review:-1", "review:012", "user:3", "place:4", "keyword:1", "/places/5", "/reviews/x",
            "/reviews/0", "https://evil.example/reviews/12", "https://moeum.example:8443/reviews/12",
            "javascript:alert(1)",
            "https://moeum.example@evil.example/reviews/1", "/reviews/99999999999999999999", "/places/5#rx",
            String(repeating: "a", count: 600),
        ]
    )
    func refuseTargets(_ typed: String) {
        #expect(TakedownTarget(typed, base: "https://moeum.example") == nil)
    }

    @Test("A port is part of the site's address") func comparePorts() {
        let base = "http://localhost:8080"
        #expect(TakedownTarget("http://localhost:8080/reviews/3", base: base)?.target.id == 3)
        #expect(TakedownTarget("localhost:8080/reviews/3", base: base)?.target.id == 3)
        #expect(TakedownTarget("/reviews/3", base: base)?.target.id == 3)
        #expect(TakedownTarget("http://localhost/reviews/3", base: base) == nil)
    }

    private static let reason = "제 전화번호와 이름이 그대로 적혀 있어요. 지워 주세요."

    private func errors(_ changes: [String: String?]) -> [String: String] {
        var fields = [
            "target": "review:1", "claim": "privacy", "name": "이다민", "email": "a@narae.example",
            "reason": Self.reason, "entitled": "1", "asked": "1",
        ]
        for (name, value) in changes { fields[name] = value }
        do {
            _ = try TakedownRequest(Form(items: fields.map { ($0.key, $0.value) }), base: "https://moeum.example")
            return [:]
        } catch { return error.codes }
    }

    @Test("Each field of the form is required") func requireFields() {
        #expect(errors([:]) == [:])
        #expect(errors(["target": " "]) == ["target": "required"])
        #expect(errors(["target": "nowhere"]) == ["target": "invalid"])
        #expect(errors(["claim": nil]) == ["claim": "required"])
        #expect(errors(["claim": "envy"]) == ["claim": "invalid"])
        #expect(errors(["entitled": nil]) == ["entitled": "required"])
        #expect(errors(["name": "  "]) == ["name": "required"])
        #expect(errors(["name": String(repeating: "가", count: 61)]) == ["name": "too-long"])
        #expect(errors(["email": "nobody"]) == ["email": "invalid"])
        #expect(errors(["reason": ""]) == ["reason": "required"])
        #expect(errors(["reason": String(repeating: "가", count: 19)]) == ["reason": "too-short"])
        #expect(errors(["reason": String(repeating: "가", count: 20)]) == [:])
        #expect(errors(["reason": String(repeating: "가", count: 2_000)]) == [:])
        #expect(errors(["reason": String(repeating: "가", count: 2_001)]) == ["reason": "too-long"])
        #expect(errors(["target": "", "name": "", "email": ""]).count == 3)
    }

    @Test("Programs may leave out what only the form asks for") func acceptPrograms() {
        #expect(errors(["claim": nil, "entitled": nil, "asked": nil]) == [:])
        #expect(errors(["claim": "envy", "asked": nil]) == ["claim": "invalid"])
    }

    @Test("A decision of staff needs a reason") func requireReason() {
        func errors(_ fields: [String: String]) -> [String: String] {
            do {
                _ = try TakedownDecision(Form(items: fields.map { ($0.key, $0.value) }))
                return [:]
            } catch { return error.codes }
        }
        #expect(errors([:]) == ["decision": "required", "reason": "required"])
        #expect(errors(["decision": "burn", "reason": "x"]) == ["decision": "invalid"])
        for decision in ["block", "refuse", "unblock"] {
            #expect(errors(["decision": decision]) == ["reason": "required"])
            #expect(errors(["decision": decision, "reason": "x"]) == [:])
        }
        #expect(errors(["decision": "keep"]) == [:])
        #expect(
            errors(["decision": "keep", "reason": String(repeating: "x", count: 1_001)]) == ["reason": "too-long"]
        )
    }
}
