import { houseLetters, lettersKey } from '@shop/ui/document'
import type { ShopRouter } from './composition/compose'
import { whenIdle } from './when-idle'

/** Remembers that the browser's cache has the letters. Without storage the next document begins with the visitor's own fonts again. */
function remember(): void {
  try {
    localStorage.setItem(lettersKey, 'kept')
  } catch {
    // Storage is blocked or full.
  }
}

async function loadLetters(): Promise<void> {
  const faces = houseLetters.map(
    ({ family, file, descriptors }) => new FontFace(family, `url(/fonts/${file})`, descriptors),
  )
  await Promise.all(faces.map((face) => face.load()))
  for (const face of faces) document.fonts.add(face)
}

/**
 * Gets the house's letters for a page that its first script has set in the visitor's own fonts (`shell/inline/letters.ts`), once it is ready
 * and the browser idle. The next page of the visit has them; this one keeps its letters, so that nothing changes under the reader's eyes.
 */
export function bringHouseLetters(router: ShopRouter): void {
  const { dataset } = document.documentElement
  const bring = async () => {
    if (dataset.letters) {
      await loadLetters()
      const { pathname } = location
      const stop = router.subscribe(({ location, navigation }) => {
        if (navigation.state !== 'idle' || location.pathname === pathname) return
        delete dataset.letters
        stop()
      })
    }
    remember()
  }
  const whenReady = () => {
    // Those who do not get them read on in their own fonts.
    whenIdle(() => void bring().catch(() => undefined))
  }
  document.addEventListener('shop-ready', whenReady, { once: true })
}
