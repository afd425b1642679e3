import type { ReleaseSet } from './release-set'

/** After this time a file counts as missing, in milliseconds. */
const timeoutMs = 15_000

/**
 * Whether all files of a remote come as they were released, past the browser's cache. A remote that fails although they do is
 * broken itself; otherwise its connection is to blame.
 */
export async function comesIntact({ remotes }: ReleaseSet, name: string): Promise<boolean> {
  const loads = Object.entries(remotes[name]?.integrity ?? {}).map(([url, integrity]) =>
    fetch(url, { integrity, cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }),
  )
  return Promise.all(loads).then(
    (responses) => responses.every(({ ok }) => ok),
    () => false,
  )
}
