import Foundation
import HTTPTypes
import Hummingbird
import RouterClient
import Testing

@testable import Moeum
@testable import Web

/// What holds for every request, whichever page it asks for.
@Suite(.cleanup)
struct RequestTests {
    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ headers: HTTPFields = [:],
        body: String? = nil
    ) async throws -> TestResponse {
        try await Cleanup.run {
            let site = try await TestSite()
            return try await site.client.execute(
                uri: path,
                method: method,
                headers: headers,
                body: body.map { ByteBuffer(string: $0) }
            )
        }
    }

    private let form: HTTPFields = [
        .contentType: "application/x-www-form-urlencoded", .secFetchSite: "same-origin",
    ]

    @Test("Every answer has the security headers", arguments: ["/", "/nope", "/app.css", "/healthz", "/robots.txt"])
    func sendHeaders(_ path: String) async throws {
        let headers = try await send(.get, path).headers
        let policy = try #require(headers[.contentSecurityPolicy])
        #expect(!policy.contains("unsafe"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(headers[.xContentTypeOptions] == "nosniff")
        #expect(headers[.referrerPolicy] != nil && headers[.crossOriginOpenerPolicy] == "same-origin")
    }

    @Test("The site is unwell without room on the disk", arguments: [(Int64(1) << 62, 503), (1, 200)])
    func needRoom(_ leastRoom: Int64, _ status: Int) async throws {
        let site = try await TestSite()
        let routes = HealthRoutes(
            database: site.app.database,
            folder: site.app.config.dataDirectory,
            leastRoom: leastRoom,
            logger: site.app.logger
        )
        let router = Router(context: AppRequestContext.self)
        routes.mount(on: router)
        let answer = try await RouterClient(router, logger: site.app.logger).execute(uri: "/healthz", method: .get)
        #expect(answer.status.code == status)
        #expect(String(buffer: answer.body) == (status == 200 ? "ok\n" : "the disk is full\n"))
    }

    @Test("The site is unwell while the database takes no writes") func needWrites() async throws {
        let site = try await TestSite()
        #expect(try await site.get("/healthz").status == .ok)
        await site.app.database.close()
        let answer = try await site.get("/healthz")
        #expect(answer.status == .serviceUnavailable && answer.headers[.cacheControl] == "no-store")
    }

    @Test("A preference is kept in a cookie and leads back") func savePreference() async throws {
        let answer = try await send(.post, "/preferences", form, body: "lang=en&next=%2Fplaces%3Fq%3Da")
        #expect(answer.status == .seeOther)
        #expect(answer.headers[.location] == "/places?q=a")
        let cookie = try #require(answer.headers[.setCookie])
        #expect(cookie.hasPrefix("moeum_lang=en;") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
    }

    @Test(
        "The page to continue on stays on the site",
        arguments: ["//evil.example", "/\\evil.example", "https://evil.example", "evil", "/a%0d%0aSet-Cookie:x", ""]
    )
    func keepNextLocal(_ next: String) async throws {
        let answer = try await send(.post, "/preferences", form, body: "theme=dark&next=\(next)")
        #expect(answer.headers[.location] == "/")
    }

    @Test(
        "Another site's form is refused",
        arguments: [
            (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403), ([:], 403),
            (["Origin": "https://evil.example"], 403), (["Origin": "null"], 403),
            (["Origin": "http://moeum.example"], 303), (["Sec-Fetch-Site": "none"], 303),
        ]
    )
    func refuseCrossSite(_ proof: [String: String], _ status: Int) async throws {
        var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        for (name, value) in proof { headers[try #require(HTTPField.Name(name))] = value }
        #expect(try await send(.post, "/preferences", headers, body: "lang=en").status.code == status)
    }

    @Test("A wrong method gets those that there are") func answerWrongMethod() async throws {
        let answer = try await send(.delete, "/places", [.secFetchSite: "same-origin"])
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.headers[.allow] == "GET, HEAD")
    }

    @Test("HEAD has the headers and no body", arguments: ["/", "/places", "/nope", "/app.css"])
    func answerHead(_ path: String) async throws {
        let head = try await send(.head, path)
        let get = try await send(.get, path)
        #expect(head.status == get.status)
        #expect(head.body.readableBytes == 0)
        #expect(head.headers[.contentType] == get.headers[.contentType])
    }

    @Test("Programs get problems and people get pages") func answerProblems() async throws {
        let problem = try await send(.get, "/nope", [.accept: "application/json"])
        #expect(problem.headers[.contentType] == "application/problem+json")
        let object = try JSONSerialization.jsonObject(with: Data(buffer: problem.body)) as? [String: Any]
        #expect(object?["status"] as? Int == 404)
        let page = try await send(.get, "/nope?lang=en")
        #expect(String(buffer: page.body).contains("There is no page here"))
    }

    @Test(
        "The answer to a bad form says what is wrong with it",
        arguments: [("a=%zz", 400), ("a=%ff", 400), ("a=%+f", 400), ("%", 400), ("a=x%00y", 422)]
    )
    func explainForm(_ body: String, _ status: Int) async throws {
        let page = try await send(.post, "/preferences", form, body: body)
        #expect(page.status.code == status)
        #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        // What can be taken of it can be sent again.
        #expect(try page.html.has("[value=xy]") == (status == 422))
        var headers = form
        headers[.accept] = "application/json"
        let problem = try await send(.post, "/preferences?lang=en", headers, body: body)
        #expect(problem.headers[.contentType] == "application/problem+json")
        let object = try JSONSerialization.jsonObject(with: Data(buffer: problem.body)) as? [String: Any]
        #expect((object?["detail"] as? String)?.contains("send it again") == true)
        let errors = object?["errors"] as? [String: String]
        #expect(errors == (status == 422 ? ["a": "control-character"] : [:]))
    }

    @Test(
        "Only forms are taken",
        arguments: ["text/plain", "application/json", "application/x-www-form-urlencoded-not"]
    )
    func refuseOtherTypes(_ type: String) async throws {
        let headers: HTTPFields = [.contentType: type, .secFetchSite: "same-origin"]
        let answer = try await send(.post, "/preferences?lang=en", headers, body: "lang=en")
        #expect(answer.status == .unsupportedMediaType)
        #expect(String(buffer: answer.body).contains("takes forms only"))
    }

    @Test("A request without a body is an empty form") func acceptNothing() async throws {
        let answer = try await send(.post, "/preferences", [.secFetchSite: "same-origin"])
        #expect(answer.status == .seeOther)
    }

    @Test("A form past its limit is too large") func limitForm() async throws {
        let body = "next=" + String(repeating: "a", count: 1_100_000)
        #expect(try await send(.post, "/preferences", form, body: body).status == .contentTooLarge)
    }

    @Test("Pages are compressed for clients that accept it") func compressPages() async throws {
        #expect(try await send(.get, "/", [.acceptEncoding: "br, gzip"]).headers[.contentEncoding] == "gzip")
        #expect(try await send(.get, "/", [.acceptEncoding: "gzip;q=0"]).headers[.contentEncoding] == nil)
        let missing = try await send(.get, "/nowhere", [.acceptEncoding: "gzip"])
        #expect(missing.status == .notFound && missing.headers[.contentEncoding] == "gzip")
        for header in [
            "*;q=0, gzip", "*;q=0, GZIP", "gzip, *;q=0", "*", "br;q=1, GZIP;Q=0.001", "x-gzip", "identity, *;q=0.1",
        ] {
            #expect(Compressor.isAccepted(header), "\(header)")
        }
        for header in ["*, gzip;q=0", "gzip;q=0, *", "GZIP; Q=0.000", "identity", "br", "gzip;q=x", "", "gzipped"] {
            #expect(!Compressor.isAccepted(header), "\(header)")
        }
        #expect(!Compressor.isAccepted(nil))
    }

    @Test("Assets have a name of their content, and no other files are served") func serveAssets() async throws {
        let links = try await send(.get, "/").html.all("link[rel=stylesheet]").compactMap { $0["href"] }
        let link = try #require(links.first { $0.wholeMatch(of: /\/assets\/app-[0-9a-f]+\.css/) != nil })
        let asset = try await send(.get, link, [.acceptEncoding: "gzip"])
        #expect(asset.headers[.cacheControl]?.contains("immutable") == true)
        #expect(asset.headers[.contentEncoding] == "gzip")
        #expect(try await send(.get, "/assets/../Package.swift").status == .notFound)
        #expect(try await send(.get, "/.gitignore").status == .notFound)
    }
}
