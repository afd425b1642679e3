interface PageSet {
  shellFolder?: string
  releaseSet: { remotes: Record<string, { entry: string }> }
}

/** The part of Trusted Types that is used here; browsers without them have none. */
interface TrustedTypes {
  createPolicy(
    name: 'default',
    rules: Record<'createHTML' | 'createScriptURL' | 'createScript', (text: string) => string | null>,
  ): unknown
}

/** Folders of the releases in this page's set, the shell's among them. */
function ownFolders(): string[] {
  const { shellFolder, releaseSet }: PageSet = JSON.parse(
    document.getElementById('shop-config')?.textContent ?? '{"releaseSet":{"remotes":{}}}',
  )
  const entries = Object.values(releaseSet.remotes).map(({ entry }) => entry.replace(/[^/]*$/, ''))
  return shellFolder ? [shellFolder, ...entries] : entries
}

/** Whether a text is data, such as a page's structured data: nothing in it runs. */
function isData(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether a script is the service worker or a file of the page's release set. */
function isOwnScript(url: string): boolean {
  const { origin, pathname } = new URL(url, location.href)
  const isOwn = (folder: string) => pathname.startsWith(folder)
  return origin === location.origin && (pathname === '/sw.js' || ownFolders().some(isOwn))
}

/**
 * Lets scripts of the page's release set run, whoever loads them, and no other: the page's policy asks this one for every
 * address of a script. The text of a script must be data, and HTML that scripts write must hold no element but the empty script with
 * which React begins.
 */
export function trustOwnScripts(): void {
  const types: TrustedTypes | undefined = Reflect.get(window, 'trustedTypes')
  types?.createPolicy('default', {
    createHTML: (html) => (html === '<script></script>' || !html.includes('<') ? html : null),
    createScriptURL: (url) => (isOwnScript(url) ? url : null),
    createScript: (text) => (isData(text) ? text : null),
  })
}
