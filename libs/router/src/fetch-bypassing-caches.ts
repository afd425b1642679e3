/** Code that has not arrived after this time counts as lost, in milliseconds: like the bundler's `chunkLoadTimeout`. */
export const codeTimeoutMs = 15_000

/**
 * Fetches a file of code from the server and replaces it in every cache, which may hold a damaged response as immutable.
 * @throws when it does not arrive in time, or when its hash is not that of its release
 */
export async function fetchBypassingCaches(url: string, integrity = ''): Promise<Response> {
  const response = await fetch(url, {
    cache: 'reload',
    integrity,
    signal: AbortSignal.timeout(codeTimeoutMs),
  })
  await response.arrayBuffer()
  return response
}
