import * as v from 'valibot'

const rejection = v.object({
  msg: v.optional(v.string()),
  message: v.optional(v.string()),
  error_description: v.optional(v.string()),
})

/** What is asked of the provider of accounts: to open one, or for the email with which a new password is chosen. */
export type AccountRequest =
  | { call: 'signup'; email: string; password: string; data: { first_name: string; last_name: string } }
  | { call: 'recover'; email: string }

/**
 * Asks the provider of accounts on behalf of a browser without scripts. Nobody is signed in by it.
 * @param redirectTo where the email's link leads
 * @returns null when it was done, else the provider's words, '' where it has none
 */
export type AskAccounts = (request: AccountRequest, redirectTo: string) => Promise<string | null>

/** Where the provider is, and how it is reached. */
interface Provider {
  supabaseUrl: string
  supabaseKey: string
  fetch: typeof fetch
}

/** Asks the provider over its HTTP API. What it answers may hold a session, which goes nowhere. */
export function accountsOf({ supabaseUrl, supabaseKey, fetch: send }: Provider): AskAccounts {
  return async ({ call, ...body }, redirectTo) => {
    const url = `${supabaseUrl}/auth/v1/${call}?${new URLSearchParams({ redirect_to: redirectTo }).toString()}`
    try {
      const response = await send(url, {
        method: 'POST',
        headers: { apikey: supabaseKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (response.ok) return null
      const parsed = v.safeParse(rejection, await response.json())
      if (response.status >= 500 || !parsed.success) return ''
      const { msg, message, error_description } = parsed.output
      return msg ?? message ?? error_description ?? ''
    } catch {
      return ''
    }
  }
}
