import { framePage, type FrameContent } from './frame-page'

const safe = 'Your cart is safe.'

/** What is said in place of a page, by what is the matter. */
const said = {
  busy: {
    status: 503,
    retryAfter: 5,
    title: 'One moment',
    heading: 'One moment, please',
    text: ['The shop is very busy right now.', `${safe} Please try again in a few seconds.`],
  },
  away: {
    status: 503,
    retryAfter: 30,
    title: 'Back shortly',
    heading: 'We will be back shortly',
    text: ['The shop cannot be shown at the moment.', `${safe} Please try again in a minute.`],
  },
  broken: {
    status: 500,
    retryAfter: null,
    title: 'Something went wrong',
    heading: 'Something went wrong',
    text: ['This page could not be shown, and it is our fault.', `${safe} Please try again in a moment.`],
  },
} satisfies Record<string, FrameContent & { status: number; retryAfter: number | null }>

type Kind = keyof typeof said

// Made once: they are sent most often when there is least time to make them.
const pages = Object.fromEntries(
  Object.entries(said).map(([kind, { status, retryAfter, ...content }]) => {
    const { html, policy } = framePage(content)
    const headers: Record<string, string> = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      ...(retryAfter !== null && { 'retry-after': String(retryAfter) }),
    }
    return [kind, { html, init: { status, headers } }]
  }),
) as Record<Kind, { html: string; init: ResponseInit }>

/**
 * The answer in place of a page: busy, too many pages are being drawn; away, the shop's settings were never read, so
 * that nothing may be sold or shown; broken, a fault of ours. It holds nothing of the shop but its name and is never kept.
 */
export function failurePage(kind: Kind): Response {
  return new Response(pages[kind].html, pages[kind].init)
}
