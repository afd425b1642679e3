// @vitest-environment happy-dom
import type { Remotes } from '@shop/federation'
import { createBackend, createQueryClient } from '@shop/supabase'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preparePage, whenAboutToOpen } from './prepare'

const here = location.origin
let asked: string[]
let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  end = whenAboutToOpen(({ pathname }) => {
    asked.push(pathname)
  })
  document.body.innerHTML = `
    <a id="ring" href="${here}/products/halo-ring"><img></a>
    <a id="balm" href="${here}/products/moss-balm"></a>
    <a id="away" href="https://elsewhere.example/"></a>`
})
afterEach(() => {
  end()
  vi.useRealTimers()
})
const on = (id: string, type: string) =>
  document.getElementById(id)?.dispatchEvent(new Event(type, { bubbles: true }))

test('a pointer that rests on a link prepares its page once; one that passes by does not', () => {
  on('balm', 'pointerover')
  vi.advanceTimersByTime(40)
  document.querySelector('img')?.dispatchEvent(new Event('pointerover', { bubbles: true }))
  vi.advanceTimersByTime(100)
  on('ring', 'pointerover')
  vi.advanceTimersByTime(100)
  expect(asked).toEqual(['/products/halo-ring'])
})

test('a finger and the focus prepare at once; links that lead away are left alone', () => {
  on('balm', 'pointerdown')
  on('ring', 'focusin')
  on('away', 'focusin')
  expect(asked).toEqual(['/products/moss-balm', '/products/halo-ring'])
})

test('who asked to save data is spared', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  on('balm', 'pointerdown')
  vi.unstubAllGlobals()
  expect(asked).toEqual([])
})

test('a page is prepared with its code and its reads', async () => {
  const lazy = vi.fn(() => Promise.resolve({}))
  const loader = vi.fn()
  const remotes: Remotes = {
    at: () => 'mf-catalog',
    mounts: () => [],
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
  await preparePage(remotes, data, new URL(`${here}/products/moss-balm`))
  expect(lazy).toHaveBeenCalledOnce()
  expect(loader).toHaveBeenCalledWith(expect.objectContaining({ params: { slug: 'moss-balm' } }))
})
