/// The commit that the program was built from; "unknown" where the build was not told. In C, because a Swift file cannot hold
/// what a build passes.
const char *moeum_commit(void);
