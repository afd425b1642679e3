import { expect, test } from 'vitest'
import { sharedFor } from './shared'

test('the host carries every shared lib, the remotes carry none', () => {
  const host = sharedFor('host')
  const remote = sharedFor('remote')
  expect(Object.keys(remote)).toEqual(Object.keys(host))
  for (const policy of Object.values(host)) expect(policy).not.toHaveProperty('import')
  for (const policy of Object.values(remote)) expect(policy.import).toBe(false)
})

test('one instance each, all of them in the first load', () => {
  const host = sharedFor('host')
  expect(Object.values(host).every(({ singleton }) => singleton)).toBe(true)
  expect(Object.values(host).every(({ eager }) => eager)).toBe(true)
})
