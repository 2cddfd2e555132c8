import Foundation
import Testing

@testable import Moeum
@testable import Web

/// The examples of "Authenticating Requests: Using the Authorization Header", Amazon S3 API Reference.
struct S3SignatureTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        var query = ""
        var headers: [String: String] = [:]
        var body = ""
        let signature: String

        var testDescription: String { "\(method) \(path) \(query)" }
    }

    static let examples = [
        Example(
            method: "GET",
            path: "/test.txt",
            headers: ["range": "bytes=0-9"],
            signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        ),
        Example(
            method: "PUT",
            path: "/" + S3Signature.encoded("test$file.text", keepsSlashes: true),
            headers: ["date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"],
            body: "Welcome to Amazon S3.",
            signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        ),
        Example(
            method: "GET",
            path: "/",
            query: "lifecycle=",
            signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
        ),
        Example(
            method: "GET",
            path: "/",
            query: "max-keys=2&prefix=J",
            signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        ),
    ]

    @Test("Signatures are those of the examples", arguments: examples) func sign(_ example: Example) throws {
        let address = try #require(
            S3Address("s3://AKIAIOSFODNN7EXAMPLE:wJalrXUtnFEMI%2FK7MDENG%2FbPxRfiCYEXAMPLEKEY@s3.example/examplebucket")
        )
        let signature = S3Signature(address, at: Date(timeIntervalSince1970: 1_369_353_600))
        let lines = signature.headers(
            example.method,
            path: example.path,
            query: example.query,
            headers: example.headers.merging(["host": "examplebucket.s3.amazonaws.com"]) { $1 },
            body: Hexadecimal.text(SHA256.digest(of: example.body))
        )
        #expect(lines.contains("x-amz-date: 20130524T000000Z"))
        #expect(lines.last?.hasSuffix("Signature=\(example.signature)") == true)
    }

    @Test("Names are encoded byte by byte") func encoding() {
        #expect(S3Signature.encoded("a b/집+~") == "a%20b%2F%EC%A7%91%2B~")
        #expect(S3Signature.encoded("a b/c", keepsSlashes: true) == "a%20b/c")
    }
}
