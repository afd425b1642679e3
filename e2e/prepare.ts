import { findBrowser } from '../tools/test/browser'
import { buildReleases } from '../tools/build/build'
import { testStore } from '../tools/test/test-store'
import { memberNames } from '../tools/remotes'

/** Playwright's global set-up: the browser that all workers use, and the builds that their shops serve. */
export default async function prepare(): Promise<void> {
  process.env.CHROMIUM_PATH = findBrowser()
  // Nx has built where it runs the journeys.
  await buildReleases(testStore, memberNames, null)
  process.env.TEST_BUILT = '1'
}
