import { fetchInTime } from './in-time'

interface Kept {
  until: number
  answer: Promise<Answer>
}

interface Answer {
  body: string
  status: number
  headers: Headers
}

/** Reads of what every visitor may see, made once for all pages that show it. */
export interface KeptReads {
  /** As the platform's fetch; what is kept are reads without a visitor's session. */
  fetch: typeof fetch
  forget(): void
}

// What an answer depends on besides its address.
const asking = ['accept', 'accept-profile', 'prefer', 'range', 'range-unit']
const personal = ['authorization', 'x-session-id', 'x-checkout-session']
const inTime = fetchInTime()

async function read(url: string, headers: Headers): Promise<Answer> {
  const answer = await inTime(url, { headers })
  return { body: await answer.text(), status: answer.status, headers: answer.headers }
}

/** @param freshMs how long a read counts where no change is heard of; @param most reads held, the oldest go first */
export function keptReads({ freshMs = 30_000, most = 2000, now = Date.now } = {}): KeptReads {
  const kept = new Map<string, Kept>()
  const readOnce = (url: string, headers: Headers): Promise<Answer> => {
    const key = [url, ...asking.map((name) => headers.get(name) ?? '')].join('\n')
    const known = kept.get(key)
    if (known && known.until > now()) return known.answer
    const entry = { until: now() + freshMs, answer: read(url, headers) }
    kept.delete(key)
    kept.set(key, entry)
    const drop = () => {
      if (kept.get(key) === entry) kept.delete(key)
    }
    entry.answer.then(({ status }) => {
      if (status >= 300) drop()
    }, drop)
    for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest)
    return entry.answer
  }
  return {
    async fetch(input, init) {
      const headers = new Headers(init?.headers)
      const isRead = (init?.method ?? 'GET') === 'GET' && !(input instanceof Request)
      if (!isRead || personal.some((name) => headers.has(name))) return inTime(input, init)
      const { body, status, headers: told } = await readOnce(String(input), headers)
      return new Response(body, { status, headers: told })
    },
    forget: () => {
      kept.clear()
    },
  }
}
