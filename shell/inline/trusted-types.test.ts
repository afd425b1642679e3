// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { trustOwnScripts } from './trusted-types'

let rules: Record<'createHTML' | 'createScriptURL' | 'createScript', (text: string) => string | null>

beforeEach(() => {
  vi.stubGlobal('trustedTypes', {
    createPolicy: (_: string, made: typeof rules) => {
      rules = made
    },
  })
  const config = {
    shellFolder: '/assets/',
    releaseSet: { remotes: { 'mf-a': { entry: '/releases/mf-a/v1/remoteEntry.js' } } },
  }
  document.head.innerHTML = ''
  trustOwnScripts()
  const element = document.createElement('script')
  element.type = 'application/json'
  element.id = 'shop-config'
  element.textContent = JSON.stringify(config)
  document.head.append(element)
})

test.each([
  '/assets/js/index.js',
  '/releases/mf-a/v1/remoteEntry.js',
  '/releases/mf-a/v1/js/page.js',
  '/sw.js',
])('%s of the page’s own set may be loaded', (url) => {
  const { href } = new URL(url, location.href)
  expect(rules.createScriptURL(href)).toBe(href)
})

test.each([
  'https://evil.example/assets/js/index.js',
  '/releases/mf-a/v2/remoteEntry.js',
  '/releases/mf-b/v1/remoteEntry.js',
  '/releases/mf-a/v1/../../mf-b/v1/x.js',
  '/media/evil.js',
  'data:text/javascript,alert(1)',
  'blob:https://shop.test/1',
])('%s may not', (url) => {
  expect(rules.createScriptURL(url)).toBeNull()
})

test('HTML that scripts write holds no element but the empty script', () => {
  expect(rules.createHTML('<script></script>')).toBe('<script></script>')
  expect(rules.createHTML('{"@type":"Product"}')).toBe('{"@type":"Product"}')
  expect(rules.createHTML('<img src=x onerror=alert(1)>')).toBeNull()
})

test('the text of a script is data', () => {
  expect(rules.createScript('{"@type":"Product"}')).toBe('{"@type":"Product"}')
  expect(rules.createScript('alert(1)')).toBeNull()
  expect(rules.createScript('{"@type":"Product"};alert(1)')).toBeNull()
})

test('a page without a release set lets no script be loaded', () => {
  document.head.innerHTML = ''
  expect(rules.createScriptURL('/assets/js/index.js')).toBeNull()
})

test('a browser without Trusted Types goes on', () => {
  vi.stubGlobal('trustedTypes', undefined)
  expect(trustOwnScripts).not.toThrow()
})
