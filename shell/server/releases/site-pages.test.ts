import type { ReleaseSet } from '@shop/federation'
import { expect, test } from 'vitest'
import { sitePages, placeholderPath } from './site-pages'
import { rule, subjectRule } from '../testing'

const remote = (mounts: string[]) => ({
  version: 'v1',
  manifest: '/m',
  entry: '/e',
  globalName: 'g',
  routes: [],
  pages: [],
  mounts,
  server: null,
})
const set: ReleaseSet = {
  id: 'one',
  remotes: { things: remote(['/', '/things']), desk: remote(['/desk']), broken: remote(['/broken']) },
}
const pages = sitePages(set, [rule('/faq'), rule('/things/of-the-shell')], {
  things: [
    rule('/'),
    rule('/things'),
    subjectRule('/things/:slug', 'No such thing'),
    rule('/things/new'),
    rule('/desk/key'),
  ],
  desk: [rule('/desk'), rule('/desk/:unknown/*', { status: 404 })],
  broken: null,
})
const pathAt = (path: string) => {
  const found = pages.at(path)
  return found === null || found === 'unknown' ? found : `${found.owner ?? 'shell'} ${found.path}`
}

test.each([
  ['/', 'things /'],
  ['/things', 'things /things'],
  ['/things/stone', 'things /things/:slug'],
  ['/things/new', 'things /things/new'],
  ['/thin%67s', 'things /things'],
  ['/things/a/b', null],
  ['/faq', 'shell /faq'],
  ['/nowhere', null],
  ['/desk/a/b', 'desk /desk/:unknown/*'],
  ['/broken/a', 'unknown'],
])('at %s is %s', (path, page) => {
  expect(pathAt(path)).toBe(page)
})

test('neither a remote nor the shell has pages below the mounts of another', () => {
  expect(pathAt('/desk/key')).toBe('desk /desk/:unknown/*')
  expect(pathAt('/things/of-the-shell')).toBe('things /things/:slug')
})

test.each([
  ['/nowhere', '/-/-/-'],
  ['/evil words/go to evil.test', '/-/-/-'],
  ['/things/a/b/c', '/things/-/-'],
  ['/desk/a/b/c', '/desk/-/-'],
  ['/faq/more', '/faq/-/-'],
])('the 404 of %s is shared at %s', (path, shared) => {
  expect(pages.sharedNotFoundPath(path)).toBe(shared)
})

test('what stands for a pattern contains nothing of an address', () => {
  expect(placeholderPath('/things/:slug')).toBe('/things/-')
  expect(placeholderPath('/a/:b/*')).toBe('/a/-/-')
})
