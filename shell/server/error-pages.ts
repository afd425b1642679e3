import { staticPage, type StaticPageContent } from './static-page'

interface ErrorContent extends StaticPageContent {
  status: number
  /** When it may be asked for again, in seconds; null when that helps nobody. */
  retryAfter: number | null
}

const safe = 'Your cart is safe.'

/** What is said in place of a page, by what is the matter. */
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

// Made once: they are sent most often when there is least time to make them.
const responses = {
  busy: errorResponse(contents.busy),
  unavailable: errorResponse(contents.unavailable),
  failed: errorResponse(contents.failed),
}

/**
 * The answer in place of a page: busy, too many pages are being rendered; unavailable, the shop's settings were never
 * read, so that nothing may be sold or shown; failed, a fault of ours. It holds nothing of the shop but its name and is
 * never cached.
 */
export async function errorPage(kind: ErrorKind): Promise<Response> {
  return (await responses[kind])()
}
