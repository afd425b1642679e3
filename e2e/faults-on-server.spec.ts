import { expect } from '@playwright/test'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ReleaseRecord } from '@shop/federation/store'
import { copyRelease, serviceOf, withOwnRelease } from '../tools/bench/web/own-release'
import type { ShopProcess } from '../tools/test/shop-process'
import { faultCases, newVersion, type Remote } from './fault-cases'
import { spoilServerBuild } from './faulty-code'
import { servedSet, textOf } from './release-steps'
import { renderFaults } from './render-faults'
import { test } from './shop'

// No face is concerned, so no browser: pages as a new visitor gets them.

/** A fault for which a release is rejected. */
interface Rejection {
  what: string
  /** Changes the files of a release after it was signed. */
  spoil?: (folder: string) => void
  /** Changes to its record, which is signed after them. */
  changes?: (record: Remote) => Partial<ReleaseRecord>
  reason: string
  /** A rejection by the database comes before the set is live. */
  by: 'web server' | 'database'
}

const append = (file: string) => (folder: string) => {
  const place = path.join(folder, file)
  writeFileSync(place, `${readFileSync(place, 'utf8')}\n;globalThis.tampered = 1`)
}

const rejections: Rejection[] = [
  {
    what: 'has a tampered server build',
    spoil: append('server.cjs'),
    reason: 'server.cjs is missing or was changed',
    by: 'web server',
  },
  {
    what: 'has a tampered entry in the store',
    spoil: append('remoteEntry.js'),
    reason: 'remoteEntry.js is missing or was changed',
    by: 'web server',
  },
  {
    what: 'has the wrong signature',
    spoil(folder) {
      for (const file of readdirSync(folder).filter((name) => name.endsWith('.sig')))
        writeFileSync(path.join(folder, file), Buffer.alloc(64, 7).toString('base64'))
    },
    reason: 'its record is not as it was signed',
    by: 'web server',
  },
  {
    what: 'misses the hash of its entry',
    changes: () => ({ files: {} }),
    reason: 'its record has no hash of remoteEntry.js',
    by: 'web server',
  },
  {
    what: 'needs a name that the shell lacks',
    changes: () => ({ needs: { '@shop/ui': ['Lookbook'] } }),
    reason: 'needs Lookbook of @shop/ui, which the shell does not export',
    by: 'web server',
  },
  {
    what: 'claims another’s path',
    changes: ({ other }) => ({ mounts: [other] }),
    reason: 'which is not its own',
    by: 'database',
  },
]

/** Nobody notices: the set before is served, this remote's page as well as another's. */
async function servesAsBefore(shop: ShopProcess, { at, other }: Remote, set: string): Promise<void> {
  expect(await servedSet(shop)).toBe(set)
  for (const address of [at, other]) {
    const page = await fetch(shop.siteUrl + address)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(`"id":"${set}"`)
  }
}

for (const { remote, fault } of faultCases(
  rejections,
  ({ isServerRendered }, { what }) => isServerRendered || !what.includes('server build'),
))
  test(`${remote.name} ${fault.what}: it is refused, and the set before is served`, async ({
    shop,
    request,
  }) => {
    const service = serviceOf(shop)
    const version = newVersion()
    const folder = path.join(shop.releases, remote.name, version)
    const before = await servedSet(shop)
    const isWell = async () => (await request.get('/healthz')).ok()
    const record = await copyRelease(shop, remote.name, version, null, fault.changes?.(remote))
    let flipped = false
    try {
      fault.spoil?.(folder)
      if (fault.by === 'database') {
        await expect(service.promote([record])).rejects.toThrow(fault.reason)
        expect((await service.known()).live).toBe(before)
        expect(await isWell()).toBe(true)
      } else {
        await service.promote([record])
        flipped = true
        await expect.poll(isWell).toBe(false)
        const health: unknown = await (await request.get('/healthz')).json()
        expect(health).toMatchObject({ rejected: { member: remote.name, version } })
        expect(JSON.stringify(health)).toContain(fault.reason)
      }
      await servesAsBefore(shop, remote, before)
    } finally {
      if (flipped) {
        await service.rollBack(true)
        await expect.poll(isWell).toBe(true)
      }
      rmSync(folder, { recursive: true, force: true })
    }
  })

/** Memory of the web server, in MB. */
const memory = (shop: ShopProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(shop.pid())}/status`, 'utf8'))?.[1]) / 1024

for (const { remote, fault } of faultCases(renderFaults, ({ isServerRendered }) => isServerRendered)) {
  const { name, at, other } = remote
  const { what, code, renders, logged } = fault
  test(`${name} ${what}: only its own page is without its part`, async ({ shop }) => {
    const version = newVersion()
    const whole = await textOf(shop, at)
    const otherWhole = await textOf(shop, other)
    const heading = /<h1[^>]*>[^<]*/
    expect(whole).toMatch(heading)
    const before = memory(shop)
    const act = async () => {
      const own = fetch(shop.siteUrl + at)
      // A page that had to wait for a worker that loops would be answered by 503.
      expect(heading.exec(await textOf(shop, other))?.[0]).toBe(heading.exec(otherWhole)?.[0])
      const page = await own
      expect(page.status).toBe(200)
      const html = await page.text()
      expect(html).toContain('</footer>')
      expect(heading.test(html)).toBe(renders)
      expect((await fetch(`${shop.siteUrl}/healthz`)).status).toBe(200)
      if (logged) {
        await expect
          .poll(() =>
            shop
              .log()
              .split('\n')
              .filter((line) => line.includes(version))
              .join('\n'),
          )
          .toMatch(logged)
      } else await expect.poll(() => memory(shop), { timeout: 20_000 }).toBeLessThan(before + 400)
    }
    await withOwnRelease(shop, name, version, act, spoilServerBuild(code))
    expect(heading.exec(await textOf(shop, at))?.[0]).toBe(heading.exec(whole)?.[0])
  })
}
