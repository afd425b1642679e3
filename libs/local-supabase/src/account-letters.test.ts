import { expect, test } from 'vitest'
import { emailChangeLetter, existingAccountLetter, linkLetter } from './account-letters'

const places = { apiUrl: 'http://localhost:54321', redirectTo: 'https://shop.example/auth?a=1&b="><script>' }
const proof = { token: 'ab'.repeat(32), code: '012345' }

test.each([
  ['signup', 'Confirm your email address', 'Confirm my email address'],
  ['recovery', 'Reset your password', 'Choose a new password'],
  ['email_change', 'Confirm your new email address', 'Confirm my new email address'],
] as const)('%s: house, greeting, one button and the code', (kind, subject, label) => {
  const letter = linkLetter(kind, 'ada@example.test', proof, places)
  expect(letter.subject).toBe(subject)
  expect(letter.text).toMatch(/^Aurelle & Moss\n\n.*\n\nHello,\n/)
  expect(letter.text).toContain(
    `${label}:\nhttp://localhost:54321/auth/v1/verify?token=${proof.token}&type=${kind}`,
  )
  expect(letter.text).toContain('Or enter this code: 012345')
  expect(letter.html).toContain('Aurelle &#38; Moss')
  expect(letter.html?.match(/<a /g)).toHaveLength(1)
  expect(letter.html).not.toContain('<script')
})

test('the letter to an owner whose address someone else entered has no link that changes anything', () => {
  const known = existingAccountLetter('signup', 'ada@example.test', 'https://shop.example')
  expect(known?.text).toContain('Sign in:\nhttps://shop.example/auth\n')
  expect(existingAccountLetter('recovery', 'ada@example.test', 'https://shop.example')).toBeUndefined()
  const change = emailChangeLetter('ada@example.test')
  expect(change.html).not.toContain('<a ')
  for (const letter of [known, change]) expect(letter?.text).not.toContain('verify')
})
