import type { Page, Route } from '@playwright/test'
import { withOwnRelease } from '../tools/bench/web/own-release'
import { newVersion } from './fault-cases'
import { spoilContainer } from './faulty-code'

export const entry = /\/remoteEntry\.js$/
const chunk = /\/js\/(?!__federation)[^/]+\.js$/

/** A fault of a remote that its visitors' browsers meet. */
export interface BrowserFault {
  what: string
  /** The scripts of the remote that are not answered as they should be, and how they are. */
  files?: RegExp
  respond?: (route: Route) => Promise<unknown>
  /** The fault of its code, in a release with the right hashes. */
  code?: Parameters<typeof spoilContainer>[1]
  /** The visitor reads this of it on its pages; nothing where they work. */
  word: 'lost' | 'late' | 'broken' | 'none'
}

const tampered = async (route: Route) => {
  const response = await route.fetch()
  await route.fulfill({ response, body: `window.tampered = true;${await response.text()}` })
}

// Each fault lasts; those of one answer are in bad-network.spec.ts. No remote ships style sheets: a tampered style is a tampered
// chunk. A loop in a browser's script stops its tab, whoever wrote it; a loop and 500 MB on the web server are in faults-on-server.spec.ts.
export const browserFaults: readonly BrowserFault[] = [
  { what: 'is down', files: /./, respond: (route) => route.abort('connectionrefused'), word: 'lost' },
  {
    what: 'is slow by ten seconds',
    files: entry,
    respond: (route) =>
      new Promise((resolve) => setTimeout(resolve, 10_000, null)).then(() => route.continue()),
    word: 'late',
  },
  { what: 'never answers', files: entry, respond: () => new Promise(() => undefined), word: 'lost' },
  { what: 'has a tampered entry', files: entry, respond: tampered, word: 'lost' },
  { what: 'has a tampered chunk', files: chunk, respond: tampered, word: 'lost' },
  { what: 'throws at import', code: { before: "throw new Error('It threw at import');" }, word: 'lost' },
  { what: 'throws at render', code: { render: "throw new Error('It threw at render')" }, word: 'broken' },
  {
    what: 'rejects unhandled',
    code: { before: "void Promise.reject(new Error('Nobody caught it'));" },
    word: 'none',
  },
]

/** Visits the shop while a remote has a fault. @param name of the remote */
export async function withBrowserFault(
  page: Page,
  shop: Parameters<typeof withOwnRelease>[0],
  name: string,
  { files, respond, code }: BrowserFault,
  visit: () => Promise<void>,
): Promise<void> {
  if (files && respond)
    await page.route(
      (url) => url.pathname.startsWith(`/releases/${name}/`) && files.test(url.pathname),
      respond,
    )
  if (code) await withOwnRelease(shop, name, newVersion(), visit, spoilContainer(name, code))
  else await visit()
}
