import { vi } from 'vitest'
import { deferHydration } from './deferred-hydration'

/**
 * Lays out a page as the server draws it, and starts its first script.
 * @returns ends what the script does, as another page would
 */
export function drawPage(body: string, ...script: Parameters<typeof deferHydration> | []): () => void {
  document.head.innerHTML = ''
  document.body.innerHTML = `<main>${body}</main><div role="status" data-said></div>`
  const listeners: Parameters<typeof removeEventListener>[] = []
  const listen = globalThis.addEventListener
  globalThis.addEventListener = (...added: Parameters<typeof removeEventListener>) => {
    listeners.push(added)
    listen(...added)
  }
  const [scripts = [], preload = [], hashes = {}] = script
  deferHydration(scripts, preload, hashes)
  globalThis.addEventListener = listen
  return () => {
    vi.runAllTimers()
    for (const listener of listeners) removeEventListener(...listener)
  }
}

/** Clicks what a selector finds, as a visitor does. */
export function click(selector: string): void {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`Nothing is ${selector}`)
  found.click()
}

/** The shop's scripts listen from now on. */
export function hydrate(): void {
  document.dispatchEvent(new Event('shop-starting'))
  document.dispatchEvent(new Event('shop-ready'))
  vi.runAllTimers()
}
