import type { Browser } from 'playwright'

/** How one route arrives in a browser with nothing cached. */
export interface PageLoad {
  route: string
  /** Bytes on the wire of all scripts (brotli), without headers, whose length varies with times and numbers in them. */
  scriptBytes: number
  /** Bytes on the wire of the HTML with its headers, which name what to preload. */
  htmlBytes: number
  requests: number
  /** Round trips before the last script that the page needs was asked for; the document is 0. */
  scriptLevel: number
  /** Round trips before the main content's data was asked for, its preflight included; the document is 0. */
  contentLevel: number | null
}

interface Frames {
  callFrames: { url: string }[]
  parent?: Frames
}

function urlsOf(stack: Frames | undefined): string[] {
  return stack ? [...stack.callFrames.map((frame) => frame.url), ...urlsOf(stack.parent)] : []
}

/**
 * Loads a route and follows who asked for what: a request is one level below the deepest of what asked for it.
 *
 * @param content matches the URL of the request that brings the main content
 */
export async function loadPage(
  browser: Browser,
  base: string,
  route: string,
  content: RegExp | null,
): Promise<PageLoad> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 900 },
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const levels = new Map<string, number>()
  const requests = new Map<string, { url: string; type: string }>()
  const headerBytes = new Map<string, number>()
  const preflighted = new Set<string>()
  let scriptBytes = 0
  let htmlBytes = 0
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type, initiator }) => {
    if (initiator.type === 'preflight') return void preflighted.add(request.url)
    const initiators = [initiator.url ?? '', ...urlsOf(initiator.stack)].flatMap(
      (url) => levels.get(url) ?? [],
    )
    const known = levels.get(request.url)
    const level = type === 'Document' ? 0 : 1 + Math.max(0, ...initiators)
    levels.set(request.url, known === undefined ? level : Math.min(known, level))
    // A prefetched file is not yet known to be a script.
    requests.set(requestId, { url: request.url, type: request.url.endsWith('.js') ? 'Script' : (type ?? '') })
  })
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    headerBytes.set(requestId, response.encodedDataLength)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { type } = requests.get(requestId) ?? {}
    if (type === 'Script') scriptBytes += encodedDataLength - (headerBytes.get(requestId) ?? 0)
    if (type === 'Document') htmlBytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  await page.goto(base + route)
  await page.waitForLoadState('networkidle')
  const found =
    content &&
    [...levels]
      .filter(([url]) => content.test(url))
      .map(([url, level]) => level + (preflighted.has(url) ? 1 : 0))
  await context.close()
  const scriptLevel = Math.max(
    0,
    ...[...levels].filter(([url]) => url.endsWith('.js')).map(([, level]) => level),
  )
  return {
    route,
    scriptBytes,
    htmlBytes,
    requests: requests.size,
    scriptLevel,
    contentLevel: found?.length ? Math.min(...found) : null,
  }
}
