import { fetchBypassingCaches } from './fetch-bypassing-caches'

/** The address of the script that could not be loaded, as the bundlers' errors have it; null where the code itself failed. */
const missingScript = (error: unknown) =>
  error instanceof Error && 'request' in error && typeof error.request === 'string' ? error.request : null

/**
 * Loads code that is not part of the page from the start. When its script cannot be loaded it is asked for once more, past every
 * cache.
 * @param load imports it: `() => import('./dialog')`
 * @throws what importing it throws
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    const script = missingScript(error)
    if (script === null) throw error
    await fetchBypassingCaches(script)
    return load()
  }
}
