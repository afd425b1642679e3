// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { addPageMap } from './page-map'

const remote = (mounts: string[]) => ({
  ...{
    version: 'v1',
    manifest: 'm',
    entry: 'e',
    globalName: 'g',
    routes: [],
    pages: [],
    mounts,
    server: null,
  },
})
const config = {
  releaseSet: {
    id: 'p',
    remotes: { 'mf-catalog': remote(['/', '/products']), 'mf-admin': remote(['/admin']) },
  },
}
const part = '<div data-member="mf-catalog">Recommended</div>'

function openPage(path: string, root: string) {
  history.replaceState(null, '', path)
  document.body.innerHTML = `<aside class="preview"><p>Preview</p><form></form></aside>
<script type="application/json" id="shop-config">${JSON.stringify(config)}</script><div id="root">${root}</div>`
  addPageMap('s1')
}
const parts = () => [...document.querySelectorAll('#map li')].map(({ textContent }) => textContent)
const outlined = () => [...document.querySelectorAll('.outlines span')].map(({ textContent }) => textContent)

beforeEach(() => {
  document.body.innerHTML = ''
})

test('it lists and outlines the frame, the page and the parts that mark themselves', () => {
  openPage('/products#map', `<header></header><main>Shop All</main>${part}`)
  expect(parts()).toEqual(['Frame: shell s1', 'Page: mf-catalog v1', 'Part: mf-catalog v1'])
  expect(outlined()).toEqual(['shell s1', 'mf-catalog v1', 'mf-catalog v1'])
  expect(document.querySelector('.outlines')?.getAttribute('aria-hidden')).toBe('true')
})

test.each([
  ['the shell’s own page', '/about#map', '<header></header><main></main>', ['Page: shell s1']],
  ['the back office', '/admin#map', '<div><main></main></div>', ['Page: mf-admin v1']],
])('of %s it lists the one part', (_, path, root, expected) => {
  openPage(path, root)
  expect(parts()).toEqual(expected)
})

test('it is closed at first, and follows the page once it is opened', async () => {
  openPage('/products', '<header></header><main>Shop All</main>')
  expect(parts()).toEqual([])
  const map = document.querySelector('details')
  if (!map) throw new Error('There is no map')
  map.open = true
  map.dispatchEvent(new Event('toggle'))
  expect(parts()).toHaveLength(2)
  document.querySelector('main')?.insertAdjacentHTML('beforeend', part)
  await vi.waitFor(() => expect(parts()).toContain('Part: mf-catalog v1'))
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><div data-member="mf-admin"></div></div>')
  await vi.waitFor(() => expect(parts()).toContain('Part: mf-admin v1'))
  map.open = false
  map.dispatchEvent(new Event('toggle'))
  expect(document.querySelector<HTMLElement>('.outlines')?.hidden).toBe(true)
})

test('a part of the list leads to the part of the page', () => {
  openPage('/products#map', `<header></header><main>Shop All</main>`)
  document.querySelectorAll<HTMLElement>('#map button')[1]?.click()
  expect(document.activeElement?.tagName).toBe('MAIN')
})
