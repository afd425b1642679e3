import { createBackend, createQueryClient, type DataContextValue } from '@shop/supabase'
import { vi } from 'vitest'

const shopper = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'shopper@aurelle.test',
  user_metadata: { first_name: 'Ada', last_name: 'Lane' },
}

const authKey = 'aurelle_auth'
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

const session = (expiresAt: number) => ({
  access_token: 'header.payload.signature',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: expiresAt,
  user: shopper,
})

/** Stores a signed-in session in this browser, as an earlier visit would have. */
export function storeSession({ expiresAt = inAnHour() }: { expiresAt?: number } = {}) {
  localStorage.setItem(authKey, JSON.stringify(session(expiresAt)))
}

export const storedSession = () => localStorage.getItem(authKey)

const refusal = (status: number, code: string, message: string) =>
  Response.json({ code, error_code: code, msg: message, message }, { status })

/**
 * A Supabase at the level of HTTP: answers can be exchanged, requests are recorded.
 */
export function fakeBackend() {
  const requests: { method: string; path: string; body: string }[] = []
  const answers: Record<string, () => Response | Promise<Response>> = {
    'POST /auth/v1/token?grant_type=password': () => Response.json(session(inAnHour())),
    'POST /auth/v1/token?grant_type=refresh_token': () =>
      refusal(400, 'refresh_token_not_found', 'Invalid Refresh Token'),
    'POST /auth/v1/signup': () => Response.json({ ...shopper, identities: [{ id: 'x' }] }),
    'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
    'GET /auth/v1/user': () => Response.json(shopper),
    'GET /rest/v1/admin_users': () => Response.json([]),
    'PATCH /rest/v1/admin_users': () => new Response(null, { status: 204 }),
  }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    requests.push({ method: request.method, path: pathname + search, body: await request.text() })
    const answer =
      answers[`${request.method} ${pathname}${search}`] ?? answers[`${request.method} ${pathname}`]
    return answer ? answer() : Response.json([])
  })
  const data: DataContextValue = {
    backend: createBackend({ url: 'http://backend.test', key: 'publishable' }),
    queryClient: createQueryClient(),
  }
  return {
    data,
    answers,
    refusal,
    sent: (start: string) => requests.filter(({ method, path }) => `${method} ${path}`.startsWith(start)),
    count: () => requests.length,
    down: () => {
      for (const path of Object.keys(answers))
        answers[path] = () => Promise.reject(new TypeError('Failed to fetch'))
    },
    staff: () => {
      answers['GET /rest/v1/admin_users'] = () =>
        Response.json([{ id: 'a1', first_name: 'Rowan', last_name: 'Ashby', role: 'super_admin' }])
    },
  }
}
