import { createBackend, type Backend } from '@shop/supabase'
import { backendFetch } from '../http/backend-fetch'

/** The backend with the rights of the service. @param key the secret key, which must never leave the server */
export function serviceBackend(url: string, key: string): Backend {
  const asService: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${key}`)
    return backendFetch(input, { ...init, headers })
  }
  return createBackend({ url, key }, { fetch: asService })
}
