import { expect, test } from 'vitest'
import { readSmtpSettings, SmtpSettingsError } from './smtp-settings'

test('a user and a password may hold anything, percent-encoded; the name of the sender is read', () => {
  expect(
    readSmtpSettings('smtps://user%40shop:p%3A%2F%25@mail.example', 'House & Co <care@shop.example>'),
  ).toEqual({
    host: 'mail.example',
    port: 465,
    secure: true,
    requireTLS: false,
    auth: { user: 'user@shop', pass: 'p:/%' },
    from: { name: 'House & Co', address: 'care@shop.example' },
  })
})

test('a password never travels in the open, except within this machine', () => {
  const requireTLS = (url: string) => readSmtpSettings(url, 'care@shop.example')?.requireTLS
  expect(requireTLS('smtp://user:pass@mail.example')).toBe(true)
  expect(requireTLS('smtp://user:pass@127.0.0.1:1025')).toBe(false)
  expect(requireTLS('smtp://mail.example:25')).toBe(false)
})

test('without SMTP_URL there is nothing to send by', () => {
  expect(readSmtpSettings(undefined, undefined)).toBeNull()
  expect(readSmtpSettings('', 'care@shop.example')).toBeNull()
})

test.each([
  ['nonsense', 'care@shop.example', 'SMTP_URL is no mail server'],
  ['https://mail.example', 'care@shop.example', 'SMTP_URL is no mail server'],
  ['smtps://user@mail.example', 'care@shop.example', 'a user without a password'],
  ['smtps://u:%ZZ@mail.example', 'care@shop.example', '% that stands for nothing'],
  ['smtps://mail.example', undefined, 'SMTP_URL is set without MAIL_FROM'],
  ['smtps://mail.example', 'care', 'MAIL_FROM is no email address'],
  ['smtps://mail.example', 'A <a@b.test>\nBcc: <c@d.test>', 'MAIL_FROM is no email address'],
  [undefined, 'A <a@b.test>, <c@d.test>', 'MAIL_FROM is no email address'],
])('SMTP_URL %j with MAIL_FROM %j is rejected in one line', (url, from, line) => {
  expect(() => readSmtpSettings(url, from)).toThrow(line)
  expect(() => readSmtpSettings(url, from)).toThrow(SmtpSettingsError)
})
