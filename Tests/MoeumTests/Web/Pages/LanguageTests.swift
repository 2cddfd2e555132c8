import Testing

@testable import Moeum
@testable import Web

struct LanguageTests {
    @Test(
        "The address comes before the stored choice, and that before the browser",
        arguments: [
            ("en", "ko", "ko", .english), ("fr", "en", "ko", .english), (nil, "nonsense", "en", .english),
            (nil, nil, nil, .korean), (nil, nil, "fr", .korean), (nil, nil, "", .korean),
        ] as [(String?, String?, String?, Language)]
    )
    func preferAddress(
        query: String?,
        preference: String?,
        header: String?,
        expected: Language
    ) {
        #expect(Language.negotiated(query: query, preference: preference, acceptLanguage: header) == expected)
    }

    @Test(
        "The browser's qualities are weighed",
        arguments: [
            ("en-GB,en;q=0.9", Language.english), ("ko;q=0.4, en;q=0.5", .english), ("ko, en", .korean),
            ("en, ko", .english), ("fr, en;q=0.3", .english), ("en;q=0", .korean), ("*", .korean),
            ("ko;q=0, *", .english), ("EN;Q=0.8,ko;q=0.7", .english), ("en;q=7, ko;q=0.1", .korean),
            ("en;q=nan", .korean), ("fr;q=1,*;q=0.5", .korean), ("en;q=0.2,*;q=0.5", .korean), (";;,,=", .korean),
        ]
    )
    func weighQualities(header: String, expected: Language) {
        #expect(Language.negotiated(query: nil, preference: nil, acceptLanguage: header) == expected)
    }
}
