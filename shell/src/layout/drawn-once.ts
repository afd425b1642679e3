import type { Settings } from '@shop/settings'
import type { PageStyles } from '@shop/ui/server'
import { createContext } from 'react'
import { isQuiet } from './quiet-frame'
import { mainLinks } from './shop-links'

/** The content of header and footer, which are the same for every visitor. */
interface LayoutContent {
  header: string
  footer: string
}

/** What stands in place of header and footer; null where they are rendered, as always in browsers. */
export const DrawnOnceContext = createContext<LayoutContent | null>(null)

interface DrawnLayout extends LayoutContent {
  rules: ReturnType<PageStyles['rulesOf']>
}

// One for each link of the header that a page may stand below, and for changes of the settings.
const most = 4 * mainLinks.length

/** What a server draws once a release set. */
export interface DrawnOnce {
  /** Header and footer of a page. @returns null when none like it was drawn */
  find(settings: Settings, pathname: string): DrawnLayout | null
  /** Keeps those of a page that was drawn for no visitor in particular. */
  keep(settings: Settings, pathname: string, markup: string, styles: PageStyles): void
}

/** All that header and footer depend on: the settings, their quiet form, and which link of the header is the current one. */
function keyOf(settings: Settings, pathname: string): string | null {
  // The router decodes such a path before it compares it with the links.
  if (pathname.includes('%')) return null
  const current = mainLinks.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return `${isQuiet(pathname) ? 'quiet' : (current?.to ?? '')} ${JSON.stringify(settings)}`
}

/** The content of the first or last element of a name. */
function contentOf(markup: string, name: 'header' | 'footer'): string | null {
  const opening = name === 'header' ? markup.indexOf(`<${name}`) : markup.lastIndexOf(`<${name}`)
  const start = markup.indexOf('>', opening) + 1
  const end = markup.indexOf(`</${name}>`, start)
  return opening < 0 || end < 0 ? null : markup.slice(start, end)
}

/** Remembers what the server draws once a release set. */
export function drawnOnce(): DrawnOnce {
  const layouts = new Map<string, DrawnLayout>()
  return {
    find(settings, pathname) {
      const key = keyOf(settings, pathname)
      return key === null ? null : (layouts.get(key) ?? null)
    },
    keep(settings, pathname, markup, styles) {
      const key = keyOf(settings, pathname)
      const [header, footer] = [contentOf(markup, 'header'), contentOf(markup, 'footer')]
      if (key === null || header === null || footer === null) return
      if (layouts.size >= most) layouts.clear()
      const rules = styles.rulesOf(header + footer)
      styles.leadWith(rules)
      layouts.set(key, { header, footer, rules })
    },
  }
}
