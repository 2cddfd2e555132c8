import Foundation
import Moeum

/// A page of the size that a place with 20 reviews will have.
struct ReviewsPage: Page {
    static let template = "reviews"

    struct Review: ViewModel {
        let id: Int
        let author: String
        let stars: Int
        let body: String
        let day: String
        let helpful: Int?

        static let fields: [Field<Review>] = [
            .integer("id") { $0.id }, .text("author") { $0.author }, .integer("stars") { $0.stars },
            .text("body") { $0.body }, .text("day") { $0.day }, .integer("helpful") { $0.helpful },
            .flag("isHelpful") { $0.helpful != nil },
        ]
    }

    let heading: String
    let address: String
    let reviews: [Review]

    static let fields: [Field<ReviewsPage>] = [
        .text("heading") { $0.heading }, .text("address") { $0.address }, .list("reviews") { $0.reviews },
    ]

    /// Invented, with characters that must be escaped in every fourth review.
    static let madeUp = ReviewsPage(
        heading: "하늘설렁탕",
        address: "서울특별시 마포구 모음로 12",
        reviews: (1...20).map { number in
            let words = Array(
                repeating: "국물이 맑고 깍두기가 아삭합니다. 점심에는 조금 기다렸습니다.",
                count: 3 + number % 3
            )
            return Review(
                id: number,
                author: "손님 \(number)",
                stars: 1 + number % 5,
                body: words.joined(separator: " ") + (number % 4 == 0 ? " <강추> & \"또 갑니다\"" : ""),
                day: "2026-11-\(10 + number % 20)",
                helpful: number % 2 == 0 ? number : nil
            )
        }
    )
}

/// The same page without templates: what the renderer is measured against.
struct HandwrittenPage {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(16_384) }

    mutating func write(_ page: ReviewsPage, _ layout: PageLayout) {
        raw("<!doctype html>\n<html lang=\"")
        escaped(layout.language)
        raw("\">\n<head>\n<meta charset=\"utf-8\">\n<title>")
        escaped(layout.title)
        raw("</title>\n</head>\n<body>\n<main>\n<h1>")
        escaped(page.heading)
        raw("</h1>\n<p class=\"address\">")
        escaped(page.address)
        raw("</p>\n<ol class=\"reviews\">\n")
        for review in page.reviews { write(review) }
        raw("</ol>\n\n</main>\n</body>\n</html>\n")
    }

    private mutating func write(_ review: ReviewsPage.Review) {
        raw("<li class=\"card review\" id=\"review-")
        integer(review.id)
        raw("\">\n<div class=\"row between\"><b>")
        escaped(review.author)
        raw("</b><span class=\"stars\" data-stars=\"")
        integer(review.stars)
        raw("\"></span><time datetime=\"")
        escaped(review.day)
        raw("\">")
        escaped(review.day)
        raw("</time></div>\n<p class=\"review-body\">")
        escaped(review.body)
        raw("</p>\n<div class=\"row\"><a href=\"/reviews/")
        integer(review.id)
        raw("\">#</a>")
        if let helpful = review.helpful {
            raw("<span class=\"mute\">+")
            integer(helpful)
            raw("</span>")
        }
        raw("</div>\n</li>\n")
    }

    private mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func integer(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

    /// Runs without special characters are copied in one go, as a careful person would write it.
    private mutating func escaped(_ text: String) {
        var text = text
        text.withUTF8 { source in
            var start = 0
            for index in source.indices {
                let entity: StaticString
                switch source[index] {
                case UInt8(ascii: "&"): entity = "&amp;"
                case UInt8(ascii: "<"): entity = "&lt;"
                case UInt8(ascii: ">"): entity = "&gt;"
                case UInt8(ascii: "\""): entity = "&quot;"
                case UInt8(ascii: "'"): entity = "&#39;"
                default: continue
                }
                bytes.append(contentsOf: source[start..<index])
                raw(entity)
                start = index + 1
            }
            bytes.append(contentsOf: source[start...])
        }
    }
}
