import Foundation
import HTTPTypes
import Hummingbird
import RouterClient
import Testing

@testable import Moeum
@testable import Web

/// What every route promises. The routes come from the router itself, so one added later is held to it too.
@Suite(.cleanup)
struct RoutesContractTests {
    /// A request that a route exists for, with something real in the place of its parameters.
    private struct Call {
        let method: HTTPRequest.Method
        let path: String
        /// Whether its path holds a token.
        var isSecret = false
    }

    private func clientWithCalls() async throws -> (RouterClient, [Call]) {
        let site = try await TestSite()
        let id = try #require(try await site.app.database.read { try $0.listedPlaceIDs(limit: 1) }.first)
        let router = Routes.router(site.app)
        let calls = router.routes.map { route in
            Call(
                method: route.method,
                path: Self.filled(route.path, place: "\(id)"),
                isSecret: route.path.description.contains("{token}")
            )
        }
        #expect(calls.count > 10)
        return (try RouterClient(router), calls)
    }

    /// `/places/{id}` becomes the address of a place that there is; of a parameter nobody knows, some word.
    private static func filled(_ path: RouterPath, place: String) -> String {
        path.description.replacing("{id}", with: place).replacing("{slug}", with: "mapo")
            .replacing(/\{[^}]*\}/, with: "1")
    }

    private static let safeMethods: [HTTPRequest.Method] = [.get, .head, .options]

    @Test(
        "Routes that change something need proof of the same site",
        arguments: [
            [:], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Origin": "https://evil.example"],
            ["Origin": "null"],
        ]
    )
    func needProof(_ proof: [String: String]) async throws {
        var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        for (name, value) in proof { headers[try #require(HTTPField.Name(name))] = value }
        let (client, calls) = try await clientWithCalls()
        let changing = calls.filter { !Self.safeMethods.contains($0.method) }
        #expect(!changing.isEmpty)
        for call in changing {
            let answer = try await client.execute(uri: call.path, method: call.method, headers: headers)
            // Without a session and without any proof, what needs a session asks for a login and keeps the words.
            // Files are no words: those are led to their form.
            let isLed = answer.headers[.location]?.hasPrefix("/login?next=") == true
            let asksToLogIn = (proof.isEmpty || proof["Origin"] == "null") && (answer.status == .unauthorized || isLed)
            #expect(answer.status == .forbidden || asksToLogIn, "\(call.method) \(call.path)")
            if !asksToLogIn { #expect(answer.headers[.setCookie] == nil, "\(call.method) \(call.path)") }
        }
    }

    @Test("HEAD answers as GET does, without the body") func answerHead() async throws {
        let (client, calls) = try await clientWithCalls()
        let paths = calls.filter { $0.method == .get }.map(\.path) + ["/app.css", "/nope", "/favicon.ico"]
        for path in paths {
            for var headers: HTTPFields in [[:], [.acceptEncoding: "gzip"], [.accept: "application/json"]] {
                // A browser that has a form cookie is not given another at every page.
                headers[.cookie] = "moeum_form=0123456789abcdef0123456789abcdef"
                let get = try await client.execute(uri: path, method: .get, headers: headers)
                let head = try await client.execute(uri: path, method: .head, headers: headers)
                #expect(head.status == get.status, "\(path)")
                #expect(head.headers == get.headers, "\(path)")
                #expect(head.body.readableBytes == 0, "\(path)")
            }
        }
    }

    @Test("Every answer has the security headers") func sendHeaders() async throws {
        let (client, calls) = try await clientWithCalls()
        let others = ["/nope", "/app.css", "/districts/nope"].map { Call(method: .get, path: $0) }
        let refused = ["/", "/app.css", "/nope"].map { Call(method: .delete, path: $0) }
        for call in calls + others + refused {
            for headers: HTTPFields in [[:], [.accept: "application/json"], [.ifNoneMatch: "*"]] {
                let answer = try await client.execute(uri: call.path, method: call.method, headers: headers)
                let policy = answer.headers[.contentSecurityPolicy] ?? ""
                let name = "\(call.method) \(call.path) \(answer.status.code)"
                #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe-"), "\(name)")
                #expect(policy.contains("frame-ancestors 'none'"), "\(name)")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff", "\(name)")
                let referrer = answer.headers[.referrerPolicy] ?? ""
                #expect(referrer == (call.isSecret ? "no-referrer" : "strict-origin-when-cross-origin"), "\(name)")
                #expect(answer.headers[.crossOriginOpenerPolicy] == "same-origin", "\(name)")
                #expect(answer.headers[.cacheControl] != nil, "\(name)")
            }
        }
    }

    @Test("Every address answers a wrong method with the right ones") func answerWrongMethods() async throws {
        let (client, calls) = try await clientWithCalls()
        for path in Set(calls.map(\.path)) {
            let allowed = Set(calls.filter { $0.path == path }.map(\.method.rawValue))
            for headers: HTTPFields in [[:], [.secFetchSite: "same-origin"], [.secFetchSite: "cross-site"]] {
                let answer = try await client.execute(uri: path, method: .patch, headers: headers)
                #expect(answer.status == .methodNotAllowed, "\(path)")
                let told = (answer.headers[.allow] ?? "").split(separator: ",").map { String($0).trimmed }
                #expect(allowed.isSubset(of: told), "\(path)")
            }
        }
    }
}
