#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <vips/vips.h>

/* Swift cannot call variadic functions: one function here for each call that the photo worker makes. Those that give an
   int give 0 where all went well; each image that they hand out is to be released with g_object_unref. */

/* One thread, nothing kept between photos, and no loader but those of JPEG, PNG and WebP. */
static inline int photo_start(const char *program) {
    if (vips_init(program) != 0) return -1;
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_cache_set_max_mem(0);
    vips_operation_block_set("VipsForeignLoad", TRUE);
    vips_operation_block_set("VipsForeignLoadJpeg", FALSE);
    vips_operation_block_set("VipsForeignLoadPng", FALSE);
    vips_operation_block_set("VipsForeignLoadWebp", FALSE);
    return 0;
}

/* Reads the header alone. */
static inline VipsImage *photo_open(const char *path) {
    return vips_image_new_from_file(path, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/* Decodes to at most this size, upright, and refuses a file that ends too early. With a profile the picture's own is
   respected, and the one named stands in where it is unusable. */
static inline int photo_thumbnail(
    const char *path, VipsImage **out, int width, int height, const char *profile
) {
    if (profile == NULL)
        return vips_thumbnail(
            path, out, width, "height", height, "size", VIPS_SIZE_DOWN, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL
        );
    return vips_thumbnail(
        path, out, width, "height", height, "size", VIPS_SIZE_DOWN, "fail_on", VIPS_FAIL_ON_TRUNCATED,
        "import_profile", profile, "export_profile", "srgb", NULL
    );
}

/* The same from a source, of which it can be asked how far the loader came. A loader that reads from one does not tell of each
   format that a file ends too early: for JPEG, where that is asked. */
static inline int photo_thumbnail_source(
    VipsSource *source, VipsImage **out, int width, int height, const char *profile
) {
    if (profile == NULL)
        return vips_thumbnail_source(
            source, out, width, "height", height, "size", VIPS_SIZE_DOWN, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL
        );
    return vips_thumbnail_source(
        source, out, width, "height", height, "size", VIPS_SIZE_DOWN, "fail_on", VIPS_FAIL_ON_TRUNCATED,
        "import_profile", profile, "export_profile", "srgb", NULL
    );
}

/* So many bytes a loader gets at a time, so that it is seen how far it came. */
#define PHOTO_PIECE 256

static inline gint64 photo_read_piece(VipsSourceCustom *source, void *bytes, gint64 length, void *file) {
    (void) source;
    return read(GPOINTER_TO_INT(file), bytes, (size_t) (length < PHOTO_PIECE ? length : PHOTO_PIECE));
}

static inline gint64 photo_seek(VipsSourceCustom *source, gint64 offset, int whence, void *file) {
    (void) source;
    return lseek(GPOINTER_TO_INT(file), offset, whence);
}

static inline void photo_close(void *file) { close(GPOINTER_TO_INT(file)); }

/* A file to be decoded; NULL where it cannot be opened. */
static inline VipsSource *photo_source(const char *path) {
    void *file = GINT_TO_POINTER(open(path, O_RDONLY | O_CLOEXEC));
    if (GPOINTER_TO_INT(file) < 0) return NULL;
    VipsSourceCustom *source = vips_source_custom_new();
    g_signal_connect(source, "read", G_CALLBACK(photo_read_piece), file);
    g_signal_connect(source, "seek", G_CALLBACK(photo_seek), file);
    g_object_set_data_full(G_OBJECT(source), "file", file, photo_close);
    return VIPS_SOURCE(source);
}

/* How many of a source's bytes its loader has asked for. */
static inline gint64 photo_read(VipsSource *source) { return source->read_position; }

/* Makes a decoded picture smaller. */
static inline int photo_shrink(VipsImage *in, VipsImage **out, int width, int height) {
    return vips_thumbnail_image(in, out, width, "height", height, "size", VIPS_SIZE_DOWN, NULL);
}

/* Makes a decoded picture so large exactly, whatever becomes of its shape. */
static inline int photo_squeeze(VipsImage *in, VipsImage **out, int width, int height) {
    return vips_thumbnail_image(in, out, width, "height", height, "size", VIPS_SIZE_FORCE, NULL);
}

/* Decodes to exactly this size, upright: as much of the middle as fills it. */
static inline int photo_cover(const char *path, VipsImage **out, int width, int height) {
    return vips_thumbnail(
        path, out, width, "height", height, "size", VIPS_SIZE_BOTH, "crop", VIPS_INTERESTING_CENTRE, "fail_on",
        VIPS_FAIL_ON_TRUNCATED, NULL
    );
}

static inline int photo_grey(VipsImage *in, VipsImage **out) {
    return vips_colourspace(in, out, VIPS_INTERPRETATION_B_W, NULL);
}

static inline int photo_srgb(VipsImage *in, VipsImage **out) {
    return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}

static inline int photo_bytes_per_band(VipsImage *in, VipsImage **out) {
    return vips_cast(in, out, VIPS_FORMAT_UCHAR, NULL);
}

/* A copy whose fields may be changed; the resolution is one of them. */
static inline int photo_copy(VipsImage *in, VipsImage **out) {
    return vips_copy(in, out, "xres", 1.0, "yres", 1.0, NULL);
}

static inline int photo_flatten(VipsImage *in, VipsImage **out) {
    VipsArrayDouble *white = vips_array_double_newv(3, 255.0, 255.0, 255.0);
    int result = vips_flatten(in, out, "background", white, NULL);
    vips_area_unref(VIPS_AREA(white));
    return result;
}

static inline int photo_write_jpeg(VipsImage *in, void **bytes, size_t *length, int quality) {
    return vips_jpegsave_buffer(in, bytes, length, "Q", quality, "optimize_coding", TRUE, "strip", TRUE, NULL);
}

/* A picture of red, green and blue bytes, which are copied. */
static inline int photo_of_pixels(const void *bytes, size_t length, VipsImage **out, int width, int height) {
    VipsImage *image = vips_image_new_from_memory_copy(bytes, length, width, height, 3, VIPS_FORMAT_UCHAR);
    if (image == NULL) return -1;
    int result = vips_copy(image, out, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
    g_object_unref(image);
    return result;
}

static inline int photo_write_webp(VipsImage *in, void **bytes, size_t *length, int quality) {
    return vips_webpsave_buffer(in, bytes, length, "Q", quality, "strip", TRUE, NULL);
}

/* Whether there is a field of that name. */
static inline int photo_has(VipsImage *image, const char *name) { return vips_image_get_typeof(image, name) != 0; }

/* What this process runs from now on gains no rights that it has not. */
static inline int photo_keep_rights(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
