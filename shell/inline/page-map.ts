import { parseReleaseSet, remoteFor, type ReleaseSet } from '@shop/federation/release-set'

/** A part of a page, and the member that renders it. */
interface Part {
  element: HTMLElement
  member: string
  what: 'Frame' | 'Page' | 'Part'
}

/** One for each member, readable under white text and visible on the page in both themes. */
const colours = ['#C2410C', '#0F766E', '#7C3AED', '#2563EB', '#DB2777']

/** The parts of the page that is shown: the shell's frame, the page in it, and what marks itself as a member's, in dialogs too. */
function partsOf(root: HTMLElement, set: ReleaseSet): Part[] {
  const owner = remoteFor(set, location.pathname) ?? 'shell'
  const main = root.querySelector<HTMLElement>(':scope > main')
  const marked = [...document.querySelectorAll<HTMLElement>('[data-member]')].map((element) => ({
    ...{ element, member: element.dataset.member ?? '', what: 'Part' as const },
  }))
  // The back office has no frame of the shell, and the shell's own pages no other part.
  if (!main || owner === 'shell') return [{ element: root, member: owner, what: 'Page' }, ...marked]
  return [
    { element: root, member: 'shell', what: 'Frame' },
    { element: main, member: owner, what: 'Page' },
    ...marked,
  ]
}

const create = (tag: string, className: string, text = '') =>
  Object.assign(document.createElement(tag), { className, textContent: text })

/**
 * Adds a map of the page to the badge of a preview: a list of its parts with member and version, and outlines over them that change
 * nothing of the page. It is open where the address ends in `#map`.
 */
export function addPageMap(shellVersion: string): void {
  const config: { releaseSet?: unknown } = JSON.parse(
    document.getElementById('shop-config')?.textContent ?? '{}',
  )
  const set = parseReleaseSet(config.releaseSet)
  const root = document.getElementById('root')
  const leave = document.querySelector('.preview form')
  if (!root || !leave) return
  const members = ['shell', ...Object.keys(set.remotes)]
  const map = Object.assign(document.createElement('details'), { id: 'map', open: location.hash === '#map' })
  const list = create('ul', '')
  const outlines = create('div', 'outlines')
  outlines.setAttribute('aria-hidden', 'true')
  map.append(create('summary', '', 'Map of this page'), list)
  leave.before(map)
  document.body.append(outlines)

  let parts: Part[] = []
  const nameOf = ({ member }: Part) =>
    `${member} ${member === 'shell' ? shellVersion : (set.remotes[member]?.version ?? '')}`
  const colourOf = ({ member }: Part) => colours[members.indexOf(member) % colours.length] ?? ''

  /** Lists the parts that are there now. */
  const listParts = () => {
    const now = partsOf(root, set)
    const isSame = now.length === parts.length && now.every((part, place) => isEqual(part, parts[place]))
    if (isSame) return
    parts = now
    list.replaceChildren(
      ...parts.map((part) => {
        const item = create('li', '')
        const button = create('button', '', `${part.what}: ${nameOf(part)}`)
        button.style.borderColor = colourOf(part)
        button.onclick = () => {
          if (!part.element.hasAttribute('tabindex')) part.element.tabIndex = -1
          part.element.focus()
          part.element.scrollIntoView()
        }
        item.append(button)
        return item
      }),
    )
    outlines.replaceChildren(
      ...parts.map((part, place) => {
        const outline = create('div', '')
        const label = create('span', '', nameOf(part))
        // Each below the one around it, so that all of them can be read at the top of the window.
        label.style.top = `${String(place * 1.75)}rem`
        outline.style.borderColor = label.style.background = colourOf(part)
        outline.append(label)
        return outline
      }),
    )
  }

  const update = () => {
    outlines.hidden = !map.open
    if (!map.open) return
    listParts()
    const frame = outlines.getBoundingClientRect()
    parts.forEach(({ element }, place) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const outline = outlines.children[place]
      if (outline instanceof HTMLElement)
        Object.assign(outline.style, {
          left: `${String(left - frame.left)}px`,
          top: `${String(top - frame.top)}px`,
          width: `${String(width)}px`,
          height: `${String(height)}px`,
        })
    })
  }
  let isAsked = false
  const updateSoon = () => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      update()
    })
  }
  map.ontoggle = update
  // Dialogs are beside the root.
  new MutationObserver(updateSoon).observe(document.body, { childList: true, subtree: true })
  new ResizeObserver(updateSoon).observe(root)
  for (const moved of ['scroll', 'transitionend', 'animationend'])
    addEventListener(moved, updateSoon, { capture: true, passive: true })
  update()
}

const isEqual = (part: Part, other: Part | undefined) =>
  other?.element === part.element && other.member === part.member && other.what === part.what
