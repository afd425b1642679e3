import { describe, expect } from 'vitest'
import { attackExposed } from './generated/exposed'
import { createDisposableRows, type DisposableRows } from './generated/disposable-rows'
import { attackGroups } from './requests'
import { withstands } from './shop/attempt'
import { monitorChanges, type ChangeMonitor } from './shop/changes'
import { test } from './shop/running-shop'
import type { Attack } from '../supabase/tests/declaration/attack'

let changes: ChangeMonitor
let disposable: DisposableRows
test.beforeAll(async ({ shop }) => {
  disposable = await createDisposableRows(shop)
  changes = await monitorChanges(shop)
})
test.beforeEach(() => changes.accept())

// Shoppers first: what staff change is not put back to the last row.
const callers = ['keyless', 'guest', 'buyer', 'stranger', 'moderator', 'admin', 'super_admin'] as const

test.for(callers)('every table and every function, called by %s', async (by, { shop }) => {
  expect(await attackExposed(shop, changes, disposable, by)).toEqual([])
})

/** The proxy takes the services' paths as they stand, and hop-by-hop headers end at it. */
function canBeProxied({ path, headers = {} }: Attack): boolean {
  return (
    /^\/(rest|auth|storage)\/v1\/[\w@/-]*(\?|$)/.test(path) &&
    !('connection' in headers) &&
    !('expect' in headers) &&
    !('host' in headers)
  )
}

describe.each(Object.entries(attackGroups(0.1)))('%s, through the web server', (_group, attacks) => {
  test('is withstood', async ({ shop }) => {
    for (const attack of attacks.filter(canBeProxied))
      await withstands(shop, changes, { ...attack, way: 'proxy' })
    expect(await changes.changed()).toEqual([])
  })
})
