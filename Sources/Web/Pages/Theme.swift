/// The colour scheme; `auto` follows the device.
package enum Theme: String, Sendable, CaseIterable {
    case auto, light, dark
}
