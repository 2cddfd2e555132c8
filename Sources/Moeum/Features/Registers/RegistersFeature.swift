extension Feature {
    /// Public registers that staff import.
    static let registers = Feature(
        maxBytesByPath: [RegisterUploadRoutes.path: RegisterFiles.rules().maxBytes],
        routes: { app in [RegisterUploadRoutes(app: app)] }
    )
}
