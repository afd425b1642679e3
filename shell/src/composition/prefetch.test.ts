// @vitest-environment happy-dom
import type { Remotes } from '@shop/federation'
import { createBackend, createQueryClient } from '@shop/supabase'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefetchPage, onLinkIntent } from './prefetch'

const here = location.origin
let asked: string[]
let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  end = onLinkIntent(({ pathname }) => {
    asked.push(pathname)
  })
  document.body.innerHTML = `
    <a id="ring" href="${here}/products/halo-ring"><img></a>
    <a id="balm" href="${here}/products/moss-balm"></a>
    <a id="away" href="https://elsewhere.example/"></a>`
})
afterEach(() => {
  end()
})
const on = (id: string, type: string) =>
  document.getElementById(id)?.dispatchEvent(new Event(type, { bubbles: true }))

test('hovering over a link prefetches its page once; crossing it does not', () => {
  on('balm', 'pointerover')
  vi.advanceTimersByTime(40)
  document.querySelector('img')?.dispatchEvent(new Event('pointerover', { bubbles: true }))
  vi.advanceTimersByTime(100)
  on('ring', 'pointerover')
  vi.advanceTimersByTime(100)
  expect(asked).toEqual(['/products/halo-ring'])
})

test('touch and focus prefetch at once; external links are ignored', () => {
  on('balm', 'pointerdown')
  on('ring', 'focusin')
  on('away', 'focusin')
  expect(asked).toEqual(['/products/moss-balm', '/products/halo-ring'])
})

test('with the data saver on nothing is prefetched', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  on('balm', 'pointerdown')
  vi.unstubAllGlobals()
  expect(asked).toEqual([])
})

test('a page is prefetched with its code and its queries', async () => {
  const lazy = vi.fn(() => Promise.resolve({}))
  const loader = vi.fn()
  const remotes: Remotes = {
    at: () => 'mf-catalog',
    mounts: () => [],
    set: () => 'one',
    fragments: () => Promise.resolve(undefined),
    renew: () => Promise.resolve(),
    routes: () =>
      Promise.resolve([
        { path: '/products/:slug', lazy, loader },
        {
          path: '/products',
          lazy: vi.fn(() => {
            throw new Error('not this one')
          }),
        },
      ]),
  }
  const data = {
    backend: createBackend({ url: 'http://backend.example', key: 'k' }),
    queryClient: createQueryClient(),
  }
  await prefetchPage(remotes, data, new URL(`${here}/products/moss-balm`))
  expect(lazy).toHaveBeenCalledOnce()
  expect(loader).toHaveBeenCalledWith(expect.objectContaining({ params: { slug: 'moss-balm' } }))
})
