import { expect, test } from 'vitest'
import { email, siteUrl } from './test-email'

const token = '3f'.repeat(32)
const invitation = (changes: object = {}) =>
  email('staff_invitation', { token, role: 'moderator', inviter: 'Rowan Ashby', ...changes })

test('an invitation says who invites as what, and until when its link is valid', async () => {
  const { subject, text } = await invitation()
  expect(subject).toBe('Your invitation to our back office')
  expect(text).toContain('Rowan Ashby invites you to the back office of Aurelle & Moss, as a moderator.')
  expect(text).toContain(`${siteUrl}/admin/join?token=${token}`)
  expect(text).toContain('valid for 7 days, until 12 January 2025')
})

test('a newer link is valid for seven days of its own', async () => {
  expect((await invitation({ issued_at: '2025-02-01T12:00:00Z' })).text).toContain('until 8 February 2025')
})

test('without an inviter, or with one whose name is an address, the shop invites', async () => {
  expect((await invitation({ inviter: null })).text).toContain('We invite you')
  expect((await invitation({ inviter: 'Win at https://evil.example now' })).text).not.toContain(
    'evil.example',
  )
})

test.each([
  ['no token', { token: undefined }, 'token'],
  ['a token that leads elsewhere', { token: 'x&next=https://evil.example' }, 'token'],
  ['a role that there is not', { role: 'owner' }, 'role'],
])('with %s there is no email', async (_what, changes, field) => {
  await expect(invitation(changes)).rejects.toThrow(`Not what staff_invitation needs: ${field}.`)
})
