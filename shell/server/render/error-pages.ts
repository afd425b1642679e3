import { staticPage, type StaticPageContent } from './static-page'

interface ErrorContent extends StaticPageContent {
  status: number
  /** `Retry-After` in seconds; null without one. */
  retryAfter: number | null
}

const safe = 'Your cart is safe.'
const preview = { status: 403, retryAfter: null, link: { url: '/', label: 'Go to the shop' } }

/** Contents of the error pages. */
const contents = {
  busy: {
    status: 503,
    retryAfter: 5,
    title: 'One moment',
    heading: 'One moment, please',
    text: ['The shop is very busy right now.', `${safe} Please try again in a few seconds.`],
  },
  unavailable: {
    status: 503,
    retryAfter: 30,
    title: 'Back shortly',
    heading: 'We will be back shortly',
    text: ['The shop cannot be shown at the moment.', `${safe} Please try again in a minute.`],
  },
  failed: {
    status: 500,
    retryAfter: null,
    title: 'Something went wrong',
    heading: 'Something went wrong',
    text: ['This page could not be shown, and it is our fault.', `${safe} Please try again in a moment.`],
  },
  expiredPreview: {
    ...preview,
    title: 'Preview expired',
    heading: 'This preview is over',
    text: ['This preview link has expired. Ask for a new one on the releases page.'],
  },
  invalidPreview: {
    ...preview,
    title: 'Preview not found',
    heading: 'This preview cannot be shown',
    text: ['This preview link is not valid. Ask for a new one on the releases page.'],
  },
} satisfies Record<string, ErrorContent>

type ErrorKind = keyof typeof contents

async function errorResponse({ status, retryAfter, ...content }: ErrorContent): Promise<() => Response> {
  const { html, policy } = await staticPage(content)
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    ...(retryAfter !== null && { 'retry-after': String(retryAfter) }),
  }
  return () => new Response(html, { status, headers })
}

// Rendered once at startup: they are needed when the server is overloaded.
const responses = {
  busy: errorResponse(contents.busy),
  unavailable: errorResponse(contents.unavailable),
  failed: errorResponse(contents.failed),
  expiredPreview: errorResponse(contents.expiredPreview),
  invalidPreview: errorResponse(contents.invalidPreview),
}

/**
 * An error response instead of a page, never cached.
 * @param kind busy: too many pages are being rendered; unavailable: the settings were never loaded; failed: an internal error;
 *   expiredPreview and invalidPreview: the link of a preview that does not count
 */
export async function errorPage(kind: ErrorKind): Promise<Response> {
  return (await responses[kind])()
}
