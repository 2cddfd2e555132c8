/// Which values make sense for a setting that is neither a number nor a choice.
extension Setting.Values {
    static let webhookAddress = Self(
        described: "an address such as https://watch.example/moeum, or http:// on this machine"
    ) {
        $0.wholeMatch(of: /https:\/\/[^\s#]+|http:\/\/(localhost|127\.[0-9.]+|\[::1\])[:\/][^\s#]*/) != nil
    }

    static let storage = Self(described: StorageLocation.form) { StorageLocation($0) != nil }

    static let duration = Self(described: "minutes, hours or days, such as 90m, 24h or 7d") {
        Config.seconds($0) != nil
    }

    /// Without a path, because it is compared with a browser's Origin.
    static let baseAddress = Self(described: "an address such as https://moeum.example") {
        $0.wholeMatch(of: /https?:\/\/[A-Za-z0-9.-]+(:[0-9]+)?\/*|https?:\/\/\[[0-9A-Fa-f:]+\](:[0-9]+)?\/*/) != nil
    }

    static let webAddress = Self(described: "an address such as https://geocoder.example") {
        $0.wholeMatch(of: /https?:\/\/[^\s?#]+/) != nil
    }

    static let secureAddress = Self(described: "an address such as https://files.example, or http:// on this machine") {
        let form = /https:\/\/[^\s?#@]+|http:\/\/(localhost|127\.[0-9.]+|\[::1\])(:[0-9]+)?(\/[^\s?#@]*)?/
        return $0.wholeMatch(of: form) != nil
    }

    static let addressBlock = Self(described: "a block of addresses") { AddressBlock($0) != nil }

    static let tileAddress = Self(described: "an address such as https://tiles.example/{z}/{x}/{y}.png") {
        Config.origin(ofTiles: $0) != nil
    }

    static let mailServer = Self(described: "an address such as smtps://user:password@mail.example:465") {
        $0.prefixMatch(of: /smtps?:\/\/[^\/\s]/) != nil
    }

    static let mailAddress = Self(described: "a sender such as moeum@moeum.example") {
        $0.wholeMatch(of: /[^@\r\n]+@[^@\s]+/) != nil
    }
}
