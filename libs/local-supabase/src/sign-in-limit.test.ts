import { expect, it } from 'vitest'
import { SignInLimit } from './sign-in-limit'

function limitAt(): { limit: SignInLimit; pass(seconds: number): void } {
  let now = 1_000_000
  return { limit: new SignInLimit(() => now), pass: (seconds) => (now += seconds * 1000) }
}

it('refuses the eleventh try within five minutes, and says how long to wait', () => {
  const { limit, pass } = limitAt()
  for (let tries = 0; tries < 10; tries += 1) {
    expect(limit.waitFor('me')).toBe(0)
    limit.failed('me')
    pass(1)
  }
  expect(limit.waitFor('me')).toBe(290)
  expect(limit.waitFor('you')).toBe(0)
  pass(290)
  expect(limit.waitFor('me')).toBe(0)
})

it('forgets the failures of who gets in', () => {
  const { limit } = limitAt()
  for (let tries = 0; tries < 10; tries += 1) limit.failed('me')
  limit.succeeded('me')
  expect(limit.waitFor('me')).toBe(0)
})
