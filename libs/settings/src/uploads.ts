/** Uploaded pictures are smaller than this, in bytes. The buckets of `41_storage.sql` have the same limit and types. */
export const maxUploadBytes = 5 * 1024 * 1024

/** Types of pictures that staff may upload. */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type UploadType = (typeof uploadTypes)[number]

/** Widths in pixels in which uploaded pictures are stored, as far as the original is that wide. */
export const uploadWidths: readonly number[] = [320, 640, 960, 1280]
