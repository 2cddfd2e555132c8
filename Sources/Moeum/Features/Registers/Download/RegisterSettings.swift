extension Setting {
    static let registers = Setting(
        "REGISTERS",
        .value("off"),
        takes: .choice(["off", "on"]),
        decides: """
            `on` has the site fetch the registers of licences and of designations by itself, once a day between four \
            and six in the morning, from a public server without a key. Outside of production it needs \
            `MOEUM_REGISTERS_URL`
            """
    )
    static let registersURL = Setting(
        "REGISTERS_URL",
        .described("`\(RegisterServer.publicAddress)`"),
        takes: .secureAddress,
        decides: "another address of that server, for tests; plain http on this machine alone"
    )
}

extension Config {
    /// Where registers are fetched from, without a slash at the end; nil where none are.
    static func registersURL(_ value: (String) -> String?, isProduction: Bool) throws -> String? {
        var address = try Setting.registersURL.read(value)
        while address?.hasSuffix("/") == true { address?.removeLast() }
        guard try Setting.registers.read(value) == "on" else { return nil }
        guard address != nil || isProduction else {
            let (on, url) = (Setting.registers.name, Setting.registersURL.name)
            throw Error(
                description: "\(on)=on needs \(url) outside of production: only real sites ask the public server"
            )
        }
        return address ?? RegisterServer.publicAddress
    }
}
