import { reasonOf, Unreachable, type Transport } from './transport'

const timeoutMs = 15_000

/**
 * Puts emails into the mailbox of the embedded backend, where this machine's browser reads them.
 * @param url the backend's address
 */
export function mailboxTransport(url: string, secretKey: string): Transport {
  const ask = async (path: string, init?: RequestInit): Promise<Response> => {
    const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch(
      (error: unknown) => {
        throw new Unreachable(reasonOf(error))
      },
    )
    if (response.status >= 500) throw new Unreachable(`the mailbox answers ${String(response.status)}`)
    return response
  }
  return {
    send: async ({ to, subject, text, html }) => {
      const response = await ask('/mailbox', {
        method: 'POST',
        headers: { apikey: secretKey, 'content-type': 'application/json' },
        body: JSON.stringify({ to, subject, text, html }),
      })
      if (!response.ok)
        throw new Error(`the mailbox answers ${String(response.status)}: ${await response.text()}`)
    },
    verify: async () => {
      await ask('/health')
    },
    close: () => undefined,
  }
}
