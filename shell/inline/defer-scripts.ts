import { cartForm } from './early-page'

const add = <Tag extends 'link' | 'script'>(tag: Tag, properties: Partial<HTMLElementTagNameMap[Tag]>) =>
  document.head.append(Object.assign(document.createElement(tag), properties))

// A mouse that rests over the page enters it with the first layout, before anything is painted; only one that moves is a visitor's.
const gestures = ['pointermove', 'keydown']

const crossOrigin = 'anonymous'

/**
 * Loads scripts once the page is painted and the browser is idle, or at the visitor's first interaction.
 * @param hashes SHA-384 by URL; the browser runs nothing that has another
 * @param failed called for each script that cannot be loaded
 * @returns loads them at once; only the first call has an effect
 */
export function deferScripts(
  scripts: readonly string[],
  preload: readonly string[],
  hashes: Readonly<Record<string, string>>,
  failed: () => void,
): () => void {
  let started = false
  const load = () => {
    if (started) return
    started = true
    for (const href of preload)
      add('link', { crossOrigin, integrity: hashes[href] ?? '', href, rel: 'preload', as: 'script' })
    for (const src of scripts)
      add('script', { crossOrigin, integrity: hashes[src] ?? '', src, async: false, onerror: failed })
  }
  const onGesture = ({ target }: Event) => {
    // They would stand in the way of the form's own answer, and are loaded after it.
    if (!(target instanceof Element && target.closest(cartForm))) load()
  }
  for (const name of gestures) addEventListener(name, onGesture, true)
  addEventListener('load', () => {
    // The second frame begins when the first is painted.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const { requestIdleCallback: whenIdle }: Partial<Window> = window
        if (whenIdle) whenIdle(load, { timeout: 2000 })
        else setTimeout(load)
      }),
    )
  })
  return load
}
