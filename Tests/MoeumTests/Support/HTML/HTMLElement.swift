struct HTMLElement: HTMLParentNode {
    let name: String
    /// An attribute without a value has the empty one.
    let attributes: [String: String]
    var children: [HTMLNode] = []

    subscript(attribute: String) -> String? { attributes[attribute] }
}
