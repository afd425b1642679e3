// What a server keeps of the pages it has drawn; browsers never load this file.
import { markAttribute, type DrawnParts } from './drawn-once'
import type { PageStyles } from './page-styles'

interface Part {
  html: string
  rules: ReturnType<PageStyles['rulesOf']>
}

/** The parts of one page. */
interface PageParts extends DrawnParts {
  /** Keeps what was drawn for the first time. @returns the markup as it is without that */
  keep(markup: string): string
}

/** Parts of pages that are the same for every visitor, by what they depend on. */
export interface KeptParts {
  /** @param circumstances what all parts of a page depend on, such as the settings; others empty what is kept */
  ofPage(circumstances: string, styles: PageStyles): PageParts
}

// A product's card takes about 2 KB.
const most = 2000

// As React 19 writes what `useId` gives.
const reactId = /["\s]_R_\w*_["\s]/

const marks = new RegExp(` ${markAttribute}="\\d+"`, 'g')

/** Where the content of the element that opens at `from` begins and ends. */
function contentAt(markup: string, from: number): [number, number] {
  const name = /<([a-z\d]+)/y
  name.lastIndex = from
  const tags = new RegExp(`<(/?)${name.exec(markup)?.[1] ?? ''}[ >]`, 'g')
  const begin = markup.indexOf('>', from) + 1
  tags.lastIndex = begin
  for (let depth = 1; ;) {
    const tag = tags.exec(markup)
    if (!tag) return [begin, begin]
    depth += tag[1] ? -1 : 1
    if (depth === 0) return [begin, tag.index]
  }
}

/** Keeps what is drawn for the first time, the oldest for the shortest time. */
export function keptParts(): KeptParts {
  let known = ''
  const parts = new Map<string, Part>()
  return {
    ofPage(circumstances, styles) {
      if (circumstances !== known) parts.clear()
      known = circumstances
      const missing: string[] = []
      return {
        find(key) {
          const part = parts.get(key)
          if (!part) return { mark: missing.push(key) - 1 }
          styles.add(part.rules)
          return part
        },
        keep(markup) {
          if (missing.length === 0) return markup
          for (const [mark, key] of missing.entries()) {
            const at = markup.indexOf(` ${markAttribute}="${String(mark)}"`)
            const from = markup.lastIndexOf('<', at)
            const [begin, end] = contentAt(markup, from)
            const html = markup.slice(begin, end).replace(marks, '')
            if (at < 0 || html === '' || reactId.test(html) || circumstances !== known) continue
            if (parts.size >= most)
              for (const oldest of [...parts.keys()].slice(0, most / 10)) parts.delete(oldest)
            // The element's own rules come before those of its content.
            parts.set(key, { html, rules: styles.rulesOf(markup.slice(from, end)) })
          }
          return markup.replace(marks, '')
        },
      }
    },
  }
}
