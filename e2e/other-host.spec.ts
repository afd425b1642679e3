import { expect, test } from '@playwright/test'
import { storedVersions } from '@shop/federation/store'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { testStore } from '../tools/test/test-store'
import { buildApp } from './other-teams/build-app'

/** The copies of React that host and remote know: who has them, who uses them, and whether it is that of the host. */
const copiesOfReact = `Object.values(
  __FEDERATION__.__INSTANCES__.find(({ name }) => name === 'mf_account').shareScopeMap.default.react,
).map(({ from, useIn, lib }) => ({ from, useIn, isHosts: lib() === hostReact }))`

test('a remote of this shop runs in a host that another team built with the stock plugin, on one React', async ({
  page,
}) => {
  const out = mkdtempSync(path.join(tmpdir(), 'other-host-'))
  const [version = ''] = await storedVersions(testStore, 'mf-account')
  const release = path.join(testStore, 'mf-account', version)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.route('http://other-shop.test/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const remote = /^\/mf-account(\/.*)$/.exec(pathname)?.[1]
    const page = pathname === '/auth' ? '/index.html' : pathname
    return route.fulfill({ path: remote === undefined ? path.join(out, page) : path.join(release, remote) })
  })
  try {
    await buildApp('host', 'rspack', out)
    await page.goto('http://other-shop.test/auth')
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
    // The tabs keep their state with a hook.
    const tab = page.getByRole('tab', { name: 'Sign Up' })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    expect(await page.evaluate(copiesOfReact)).toEqual([
      { from: 'partner_host', useIn: ['partner_host', 'mf_account'], isHosts: true },
    ])
    expect(errors).toEqual([])
  } finally {
    rmSync(out, { recursive: true })
  }
})
