import { safeLocalStorage } from '@shop/state'
import { firstFonts, webFontsKey } from '@shop/ui/document'
import type { ShopRouter } from './composition/compose'
import { whenIdle } from './when-idle'

async function loadFonts(): Promise<void> {
  const faces = firstFonts.map(
    ({ family, file, descriptors }) => new FontFace(family, `url(/fonts/${file})`, descriptors),
  )
  await Promise.all(faces.map((face) => face.load()))
  for (const face of faces) document.fonts.add(face)
}

/**
 * Loads the web fonts once the page is ready and the browser idle, if its first script chose the fallback fonts
 * (`shell/inline/fonts.ts`). They are used from the next page of the visit on: text does not change while it is being read.
 */
export function loadWebFonts(router: ShopRouter): void {
  const { dataset } = document.documentElement
  const storage = safeLocalStorage()
  const load = async () => {
    if (dataset.fonts) {
      await loadFonts()
      const { pathname } = location
      const stop = router.subscribe(({ location, navigation }) => {
        if (navigation.state !== 'idle' || location.pathname === pathname) return
        delete dataset.fonts
        stop()
      })
    }
    if (!storage.getItem(webFontsKey)) storage.setItem(webFontsKey, 'cached')
  }
  const whenReady = () => {
    // If they do not load, the visit goes on with the fallback fonts.
    whenIdle(() => void load().catch(() => undefined))
  }
  document.addEventListener('shop-ready', whenReady, { once: true })
}
