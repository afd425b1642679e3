/** After this time code that has not come counts as lost, in milliseconds: as the bundler's `chunkLoadTimeout`. */
export const codeTimeoutMs = 15_000

/**
 * Fetches a file of code past every cache, which then hold what came: a damaged response may have been stored as immutable.
 * @throws when it does not come in time, or not with the hash that it was released with
 */
export async function fetchPastCaches(url: string, integrity?: string): Promise<Response> {
  const response = await fetch(url, {
    cache: 'reload',
    signal: AbortSignal.timeout(codeTimeoutMs),
    ...(integrity !== undefined && { integrity }),
  })
  await response.arrayBuffer()
  return response
}
