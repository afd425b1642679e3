import { expect, type Page } from '@playwright/test'
import { emailsTo, ownAddress } from './steps'

interface Config {
  supabaseUrl: string
  supabaseKey: string
}

async function backend(page: Page): Promise<Config> {
  return (await page.request.get('/config.json')).json()
}

/** Opens an account and confirms its email, without a browser. */
export async function signUp(
  page: Page,
  { email, first, last }: { email: string; first: string; last: string },
): Promise<void> {
  const { supabaseUrl, supabaseKey } = await backend(page)
  const response = await page.request.post(`${supabaseUrl}/auth/v1/signup`, {
    headers: { apikey: supabaseKey, ...ownAddress() },
    data: { email, password: 'a-long-password-2026', data: { first_name: first, last_name: last } },
  })
  if (!response.ok()) throw new Error(`The sign-up of ${email} answered ${String(response.status())}`)
  const site = new URL('/', (await page.request.get('/robots.txt')).url()).origin
  const code = async () => /code: (\d{6})/.exec((await emailsTo(site, email))[0]?.text ?? '')?.[1] ?? ''
  await expect.poll(code).not.toBe('')
  const confirmed = await page.request.post(`${supabaseUrl}/auth/v1/verify`, {
    headers: { apikey: supabaseKey, ...ownAddress() },
    data: { type: 'signup', email, token: await code() },
  })
  if (!confirmed.ok()) throw new Error(`The code of ${email} answered ${String(confirmed.status())}`)
}

/** Opens an account as `signUp` does, and signs in. @returns calls of the API as this shopper, and their token */
export async function shopper(page: Page, email: string) {
  await signUp(page, { email, first: 'Imogen', last: 'Hale' })
  const { supabaseUrl, supabaseKey } = await backend(page)
  const signIn = await page.request.post(`${supabaseUrl}/auth/v1/token?grant_type=password`, {
    headers: { apikey: supabaseKey, ...ownAddress() },
    data: { email, password: 'a-long-password-2026' },
  })
  const { access_token: token }: { access_token: string } = await signIn.json()
  const headers = { apikey: supabaseKey, authorization: `Bearer ${token}` }
  return {
    token,
    idOf: async (number: string): Promise<string> => {
      const response = await page.request.get(
        `${supabaseUrl}/rest/v1/orders?select=id&order_number=eq.${number}`,
        { headers },
      )
      const rows: { id: string }[] = await response.json()
      return rows[0]?.id ?? ''
    },
    call: async (name: string, data: object): Promise<void> => {
      const response = await page.request.post(`${supabaseUrl}/rest/v1/rpc/${name}`, { headers, data })
      if (!response.ok()) throw new Error(`${name} answered ${await response.text()}`)
    },
  }
}

/**
 * Signs a shopper in by a stored session, the demo shopper if nobody is named: the next page that is opened has it.
 * @returns their token
 */
export async function storeShopperSession(
  page: Page,
  email = 'shopper@aurelle.test',
  password = 'shopper-demo-2026',
): Promise<string> {
  const { supabaseUrl, supabaseKey } = await backend(page)
  const response = await page.request.post(`${supabaseUrl}/auth/v1/token?grant_type=password`, {
    headers: { apikey: supabaseKey },
    data: { email, password },
  })
  if (!response.ok()) throw new Error(`The sign-in of ${email} answered ${String(response.status())}`)
  const session: { access_token: string } = await response.json()
  // Any document of the shop's origin can store it; this one runs no scripts.
  await page.goto('/robots.txt')
  await page.evaluate((text) => {
    localStorage.setItem('aurelle_auth', text)
  }, JSON.stringify(session))
  return session.access_token
}

/** Signs in who has been signed up by `shopper`, by a stored session. */
export const signInAs = (page: Page, email: string) =>
  storeShopperSession(page, email, 'a-long-password-2026')

/** Writes to the shop as a visitor, without a browser. */
export async function writeMessage(
  page: Page,
  fields: { name: string; email: string; subject: string; message: string },
): Promise<void> {
  const { supabaseUrl, supabaseKey } = await backend(page)
  const response = await page.request.post(`${supabaseUrl}/rest/v1/contact_messages`, {
    headers: { apikey: supabaseKey },
    data: fields,
  })
  if (!response.ok()) throw new Error(`The message answered ${String(response.status())}`)
}

/** Cuts the page's connection to Realtime, and restores it. Call it before the page is opened. */
export async function realtimeSwitch(page: Page): Promise<{ cut(): Promise<void>; restore(): void }> {
  const open = new Set<{ close(): Promise<void> }>()
  let isCut = false
  await page.routeWebSocket(/\/realtime\/v1\//, (socket) => {
    if (isCut) {
      void socket.close()
      return
    }
    const server = socket.connectToServer()
    open.add(socket).add(server)
  })
  return {
    async cut() {
      isCut = true
      await Promise.all([...open].map((socket) => socket.close()))
      open.clear()
    },
    restore() {
      isCut = false
    },
  }
}
