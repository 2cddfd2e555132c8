import Testing

@testable import Moeum

struct S3AddressTests {
    @Test("Every part of an address is read") func allParts() throws {
        let address = try #require(
            S3Address("s3://A%2FB:c%3Ad@s3.example:9000/my%20bucket/%EC%A7%91/b/?region=ap-northeast-2&tls=1")
        )
        #expect(address.accessKey == "A/B" && address.secretKey == "c:d" && address.host == "s3.example:9000")
        #expect(address.bucket == "my bucket" && address.prefix == "집/b" && address.region == "ap-northeast-2")
        #expect(address.usesTLS && address.key(of: "x") == "집/b/x" && address.path(of: "x") == "my bucket/집/b/x")
        let plain = try #require(S3Address("s3://a:b@s3.example:443/jip"))
        // As libcurl and its server have it.
        #expect(plain.host == "s3.example" && plain.prefix.isEmpty && plain.key(of: "x") == "x")
    }

    @Test("Keys are not shown") func hiddenKeys() throws {
        let address = try #require(S3Address("s3://haneul:geheim@s3.example/jip/a"))
        #expect("\(address)" == "s3://s3.example/jip/a" && "\([address])" == "[s3://s3.example/jip/a]")
        #expect("\(StorageLocation.bucket(address))" == "s3://s3.example/jip/a")
    }

    @Test(
        "Malformed addresses are refused",
        arguments: [
            "s3://s3.example/jip", "s3://a@s3.example/jip", "s3://a:b@s3.example", "s3://a:b@s3.example/",
            "s3://a:b@/jip", "s3://a:b@s3.example:x/jip", "https://a:b@s3.example/jip",
            "s3://a:b@s3.example/jip?colour=red",
            "s3://a:b@s3.example/jip?tls=no", "s3://a:b@s3.example/jip?region=", "s3://a:b@s3.example/jip#x",
            // Only this machine goes without TLS.
            "s3://a:b@s3.example/jip?tls=0", "s3://a:b@127.example/jip?tls=0",
        ]
    ) func malformed(_ text: String) { #expect(S3Address(text) == nil) }

    @Test("A server on this machine may go without TLS", arguments: ["127.0.0.1:9000", "localhost", "[::1]:9000"])
    func withoutTLS(_ host: String) {
        #expect(S3Address("s3://a:b@\(host)/jip?tls=0")?.usesTLS == false)
    }

    @Test("Locations are folders or buckets") func locations() throws {
        #expect(StorageLocation("/var/backups/") == .folder("/var/backups"))
        #expect(StorageLocation("backups") == .folder("backups"))
        #expect(StorageLocation("file:///var/my%20photos/") == .folder("/var/my photos"))
        #expect(StorageLocation("s3://a:b@s3.example/jip")?.description == "s3://s3.example/jip")
        for text in ["", "file://host/var", "file:///", "s3:jip", "S3:jip", "ftp://a/b", "s3//a:b@host/jip"] {
            #expect(StorageLocation(text) == nil)
        }
    }
}
