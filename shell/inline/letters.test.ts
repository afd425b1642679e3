// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { chooseLetters } from './letters'

const root = document.documentElement

const preloaded = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')].map((link) =>
    link.getAttribute('href'),
  )

function arriveAfter(milliseconds: number): void {
  vi.spyOn(performance, 'now').mockReturnValue(30 + milliseconds)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { requestStart: 30 } as PerformanceNavigationTiming,
  ])
}

beforeEach(() => {
  delete root.dataset.letters
  document.head.replaceChildren()
  localStorage.clear()
})

const both = ['/fonts/petrona-first.woff2', '/fonts/hanken-grotesk-first.woff2']

test.each([20, 150, 250])('a page that is here within %i ms brings the house’s letters with it', (delay) => {
  arriveAfter(delay)
  chooseLetters()
  expect(preloaded()).toEqual(both)
  expect(root.dataset.letters).toBeUndefined()
})

test('on a slow network a first page is set in the visitor’s own fonts and fetches no others', () => {
  arriveAfter(260)
  chooseLetters()
  expect(preloaded()).toEqual([])
  expect(root.dataset.letters).toBe('plain')
})

test('on a slow network that has brought them before, they are preloaded from the browser’s cache', () => {
  localStorage.setItem('aurelle_letters', 'kept')
  arriveAfter(560)
  chooseLetters()
  expect(preloaded()).toEqual(both)
  expect(root.dataset.letters).toBeUndefined()
})

test('a browser that does not tell how long its page took preloads them', () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])
  chooseLetters()
  expect(preloaded()).toEqual(both)
})
