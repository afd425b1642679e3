/** What a link of a letter brought: a session and what it is for, news without a session, or that it is no longer good. */
export type AccountLink =
  | { state: 'session'; kind: 'signup' | 'recovery' | 'email_change'; tokens: Tokens }
  | { state: 'half' }
  | { state: 'spent' }

interface Tokens {
  access_token: string
  refresh_token: string
}

/** Reads the fragment of a page's address, as the provider writes it. */
export function readAccountLink(hash: string): AccountLink {
  const carried = new URLSearchParams(hash.replace(/^#/, ''))
  const [access, refresh] = [carried.get('access_token'), carried.get('refresh_token')]
  const type = carried.get('type')
  if (access && refresh)
    return {
      state: 'session',
      kind: type === 'recovery' || type === 'email_change' ? type : 'signup',
      tokens: { access_token: access, refresh_token: refresh },
    }
  // One of two mailboxes has confirmed a change of address.
  return { state: carried.has('message') ? 'half' : 'spent' }
}
