import { safeLocalStorage } from '@shop/state'
import { firstFonts, webFontsKey } from '@shop/ui/document'
import { useLayoutEffect } from 'react'
import { whenIdle } from './when-idle'

/** Name of the mark that this page has its web fonts: storage may be blocked, or tell of another tab's. */
const loaded = 'web-fonts'

async function loadFonts(): Promise<void> {
  const faces = firstFonts.map(
    ({ family, file, descriptors }) => new FontFace(family, `url(/fonts/${file})`, descriptors),
  )
  await Promise.all(faces.map((face) => face.load()))
  for (const face of faces) document.fonts.add(face)
  performance.mark(loaded)
}

/**
 * Loads the web fonts once the page is ready and the browser idle, if its first script chose the fallback fonts
 * (`shell/inline/fonts.ts`).
 */
export function loadWebFonts(): void {
  const { dataset } = document.documentElement
  const storage = safeLocalStorage()
  const load = async () => {
    if (dataset.fonts) await loadFonts()
    if (!storage.getItem(webFontsKey)) storage.setItem(webFontsKey, 'cached')
  }
  const whenReady = () => {
    // If they do not load, the visit goes on with the fallback fonts.
    whenIdle(() => void load().catch(() => undefined))
  }
  document.addEventListener('shop-ready', whenReady, { once: true })
}

/**
 * Uses the web fonts from the first page drawn after they have loaded, and no sooner: text does not change while it is being read.
 */
export function useWebFonts(pathname: string): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (dataset.fonts && performance.getEntriesByName(loaded).length > 0) delete dataset.fonts
  }, [pathname])
}
