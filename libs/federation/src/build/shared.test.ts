import { expect, test } from 'vitest'
import { sharedFor, sharedVersions } from './shared'

test('the host bundles every shared lib, the remotes bundle none', () => {
  const host = sharedFor('host')
  const remote = sharedFor('remote')
  expect(host).toHaveProperty('react')
  expect(Object.keys(host)).toEqual(expect.arrayContaining(Object.keys(remote)))
  for (const policy of Object.values(host)) expect(policy).not.toHaveProperty('import')
  for (const policy of Object.values(remote)) expect(policy.import).toBe(false)
})

test('every shared lib is an eager singleton', () => {
  const host = sharedFor('host')
  expect(Object.values(host).every(({ singleton }) => singleton)).toBe(true)
  expect(Object.values(host).every(({ eager }) => eager)).toBe(true)
})

test('the host also shares the router under the name of its package, for remotes of other repositories', () => {
  expect(Object.values(sharedFor('host')).map(({ shareKey }) => shareKey)).toContain('react-router-dom')
})

test('the version of each shared lib is told by the name that remotes ask for', () => {
  expect(sharedVersions()).toMatchObject({ react: sharedFor('host').react?.version, '@shop/ui': '1.0.0' })
  expect(sharedVersions()['react-router-dom']).toMatch(/^\d+\.\d+\.\d+$/)
})
