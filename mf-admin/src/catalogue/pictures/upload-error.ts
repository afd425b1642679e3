import * as v from 'valibot'

/** An upload that failed or was cancelled, so that nothing was saved. The member of staff has been told. */
export class UploadError extends Error {
  constructor(
    /** In the words of the upload's messages. */
    message: string,
    /** Whether it was cancelled on purpose. */
    readonly cancelled = false,
  ) {
    super(message)
    this.name = 'UploadError'
  }
}

const messages: readonly [matches: (failure: Failure) => boolean, message: string][] = [
  [
    ({ code, text }) => code === '413' || /payload too large|exceeded the maximum allowed size/.test(text),
    'Image is too large. Please upload a file under 5MB.',
  ],
  [
    ({ code, text }) =>
      code === '415' || /invalid file type|invalid_mime_type|mime type .* is not supported/.test(text),
    // As specified, although both the check before an upload and the storage take WebP.
    'Only JPEG and PNG images are allowed.',
  ],
  [
    ({ code, text }) =>
      code === '401' ||
      code === '403' ||
      /unauthorized|row-level security|jwt|not allowed|access denied/.test(text),
    'Access denied. Please check your permissions.',
  ],
  [
    ({ code, text }) => code === '404' || /not found/.test(text),
    'Storage bucket not found. Please contact support.',
  ],
  [
    ({ code, text }) =>
      code === '' && /network|failed to fetch|fetch failed|load failed|timed? ?out/.test(text),
    'Network error. Please check your connection.',
  ],
  [({ code }) => code === '400', 'Upload failed due to a bad request. Check the file format.'],
]

interface Failure {
  code: string
  text: string
}

/**
 * The words for a failed upload. The storage answers most rejections with HTTP 400 and the meaning in `statusCode` and
 * `message`, so these come before the status.
 */
export function uploadErrorMessage(error: unknown): string {
  const failure = failureOf(error)
  return messages.find(([matches]) => matches(failure))?.[1] ?? 'Upload failed. Please try again.'
}

const failureSchema = v.fallback(
  v.object({
    message: v.fallback(v.string(), ''),
    statusCode: v.fallback(v.string(), ''),
    status: v.fallback(v.number(), 0),
  }),
  { message: '', statusCode: '', status: 0 },
)

function failureOf(error: unknown): Failure {
  const { message, statusCode, status } = v.parse(failureSchema, error)
  const codes = [statusCode, String(status)]
  return { code: codes.find((code) => /^[1-5]\d\d$/.test(code)) ?? '', text: message.toLowerCase() }
}
