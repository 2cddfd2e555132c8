/// A number and what is counted, in the commands' English: `1 place`, `2 places`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
