import { AuthProvider } from '@shop/auth'
import { createMemoryRouter, RouterProvider, type RouteObject } from '@shop/router'
import { defaultSettings, SettingsProvider, type Settings } from '@shop/settings'
import {
  createBackend,
  createQueryClient,
  DataProvider,
  loaderContext,
  type DataContextValue,
} from '@shop/supabase'
import { Toaster, UiProvider } from '@shop/ui'
import { render } from '@testing-library/react'
import { vi } from 'vitest'

export const user = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'shopper@aurelle.test',
  user_metadata: { first_name: 'Ada', last_name: 'Lane' },
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const session = () => ({
  access_token: 'header.payload.signature',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: inAnHour(),
  user,
})

/** Stores a signed-in session in this browser, as an earlier visit would have. */
export function storeSession() {
  localStorage.setItem('aurelle_auth', JSON.stringify(session()))
}

/** An error response, in the backend's format. */
export function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, error_code: code, msg: message, message }, { status })
}

/** The backend at the level of HTTP: `answers` by method and path can be exchanged, `sent` lists the requests. */
export function fakeBackend() {
  const requests: { line: string; body: string }[] = []
  const answers: Record<string, () => Response | Promise<Response>> = {
    'POST /auth/v1/token': () => Response.json(session()),
    'POST /auth/v1/signup': () => Response.json({ ...user, identities: [{ id: 'x' }] }),
    'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
    'GET /auth/v1/user': () => Response.json(user),
    'GET /rest/v1/admin_users': () => Response.json([]),
    'PATCH /rest/v1/admin_users': () => new Response(null, { status: 204 }),
  }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    requests.push({ line: `${request.method} ${pathname}${search}`, body: await request.text() })
    const answer = answers[`${request.method} ${pathname}`]
    return answer ? answer() : Response.json([])
  })
  return {
    answers,
    sent: (start: string) => requests.filter(({ line }) => line.startsWith(start)),
    staff: () => {
      answers['GET /rest/v1/admin_users'] = () =>
        Response.json([{ id: 'a1', first_name: 'Rowan', last_name: 'Ashby', role: 'super_admin' }])
    },
  }
}

/** Opens a path of this remote as the shell would; other paths show their own name. */
export function open(
  routes: RouteObject[],
  entry: string | { pathname: string; search?: string; state?: unknown },
  settings: Settings = defaultSettings,
) {
  const data: DataContextValue = {
    backend: createBackend({ url: 'http://backend.test', key: 'publishable' }),
    queryClient: createQueryClient(),
  }
  const elsewhere: RouteObject = { path: '*', element: <p>Elsewhere</p> }
  const router = createMemoryRouter([...routes, elsewhere], {
    initialEntries: [entry],
    getContext: () => loaderContext(data),
  })
  render(
    <SettingsProvider value={settings}>
      <UiProvider>
        <DataProvider data={data}>
          <AuthProvider>
            <RouterProvider router={router} />
            <Toaster />
          </AuthProvider>
        </DataProvider>
      </UiProvider>
    </SettingsProvider>,
  )
  return router
}
