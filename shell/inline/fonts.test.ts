// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { chooseFonts } from './fonts'

const root = document.documentElement

const preloaded = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')].map((link) =>
    link.getAttribute('href'),
  )

function arriveAfter(milliseconds: number, drawnIn = 0): void {
  vi.spyOn(performance, 'now').mockReturnValue(30 + milliseconds)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { requestStart: 30, serverTiming: [{ name: 'draw', duration: drawnIn }] } as never,
  ])
}

beforeEach(() => {
  delete root.dataset.fonts
  document.head.replaceChildren()
  localStorage.clear()
})

const both = ['/fonts/petrona-first.woff2', '/fonts/hanken-grotesk-first.woff2']

test.each([20, 150, 250])('a page that arrives within %i ms preloads the web fonts', (delay) => {
  arriveAfter(delay)
  chooseFonts()
  expect(preloaded()).toEqual(both)
  expect(root.dataset.fonts).toBeUndefined()
})

test('on a slow network a first page uses the fallback fonts and preloads none', () => {
  arriveAfter(260)
  chooseFonts()
  expect(preloaded()).toEqual([])
  expect(root.dataset.fonts).toBe('fallback')
})

test('a page that the server took long to draw preloads the web fonts: the network is not slow', () => {
  arriveAfter(600, 400)
  chooseFonts()
  expect(preloaded()).toEqual(both)
})

test('on a slow network fonts from an earlier visit are preloaded from the browser’s cache', () => {
  localStorage.setItem('aurelle_fonts', 'cached')
  arriveAfter(560)
  chooseFonts()
  expect(preloaded()).toEqual(both)
  expect(root.dataset.fonts).toBeUndefined()
})

test('a browser that does not tell how long its page took preloads the web fonts', () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])
  chooseFonts()
  expect(preloaded()).toEqual(both)
})
