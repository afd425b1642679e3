import { randomUUID } from 'node:crypto'
import type { LocalSupabase } from './start'

export interface AccountResponse {
  status: number
  body: Record<string, unknown>
}

interface Email {
  subject: string
  text: string
  /** The page of the shop that asks before it acts, or ''. */
  link: string
  code: string
}

export type AccountClient = ReturnType<typeof createAccountClient>

export const newAddress = (): string => `${randomUUID()}@example.test`

export const read = async (response: Response): Promise<AccountResponse> => ({
  status: response.status,
  body: (await response.json()) as Record<string, unknown>,
})

/** A response without its random values and timestamps, for comparison. */
export function shape({ status, body }: AccountResponse, email: string): unknown {
  const text = JSON.stringify(body)
    .replaceAll(email, 'ADDRESS')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
  return [status, text]
}

/** Calls to the account API of a test backend, each from a new IP address unless headers say otherwise. */
export function createAccountClient(backend: LocalSupabase) {
  let callers = 0

  /** Headers of a visitor whom no rate limit has counted yet. */
  const fresh = (): Record<string, string> => ({
    'x-forwarded-for': `198.51.${String(Math.floor(++callers / 250))}.${String(callers % 250)}`,
  })

  const call = (path: string, body: unknown, headers = fresh(), method = 'POST'): Promise<Response> =>
    fetch(`${backend.url}/auth/v1/${path}`, {
      method,
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json', ...headers },
      body: method === 'GET' ? undefined : JSON.stringify(body),
    })

  const signUp = (email: string, password = 'correct horse', data = {}) =>
    call('signup', { email, password, data }).then(read)
  const signIn = (email: string, password: string, headers?: Record<string, string>) =>
    call('token?grant_type=password', { email, password }, headers).then(read)

  /** The emails to an address, oldest first. */
  async function emails(email: string): Promise<Email[]> {
    const rows = await backend.sql<
      { subject: string; text: string }[]
    >`select subject, body_text as text from embedded.mail where recipient = ${email} order by id`
    return rows.map(({ subject, text }) => ({
      subject,
      text,
      link: /http\S*\/auth\/link\S*/.exec(text)?.[0] ?? '',
      code: /code: (\d{6})/.exec(text)?.[1] ?? '',
    }))
  }

  /** Presses the button of the page that an email's link leads to. */
  function follow(link: string | undefined): Promise<AccountResponse> {
    const carried = new URLSearchParams(new URL(link ?? '').hash.slice(1))
    return call('verify', { type: carried.get('type'), token_hash: carried.get('token_hash') }).then(read)
  }

  /** A new confirmed account with an open session. */
  async function account(password = 'correct horse'): Promise<{ email: string; token: string }> {
    const email = newAddress()
    await signUp(email, password)
    const { body } = await follow((await emails(email))[0]?.link)
    return { email, token: String(body.access_token) }
  }

  return { fresh, call, signUp, signIn, emails, follow, account }
}
