import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsLink } from '@shop/settings'
import { verdicts } from './rule-verdicts'
import { testDatabase } from './test-database'
import { as, guest, rejection } from './visitor-fixtures'

const sql = await testDatabase()

const links = [
  'https://evil.example',
  'HTTP://x',
  'evil.example',
  'www.evil.example',
  'bit.ly/abc',
  'пример.рф',
  'Love.Mum',
  'evil。example',
  'evil．example',
  'evil｡example',
  'evil․example',
  'ev\u00ADil.ex\u200Bample',
  'me@evil.example',
  'me＠evil',
  'mailto:me',
  'tel:118',
  '1.2.3.4',
  '\\\\server\\share',
  '0900 123 456 78',
  '+44 (0)20 7946 0018',
  '０９００１２３４５６',
]
const harmless = [
  'With love',
  'P.S. I love you.',
  'Happy birthday!... and many more',
  '£3.50 at 5.30pm',
  '12.06.1996',
  'see you @ 8',
  'him/her :/',
  '…and so on',
  '🎉.🎂',
  '',
  'Well done. Mum & Dad',
  '10:30, 24/12/2026',
]
const text = fc.string({ unit: 'binary' }).filter((word) => !word.includes('\0'))
const part = fc.oneof(
  text,
  fc.constantFrom(
    '.',
    '。',
    '@',
    ':',
    '/',
    '\\',
    ' ',
    '1',
    '23',
    '-',
    '(',
    'tel',
    'a',
    'bc',
    'é',
    '.c',
    '\u200B',
    '𝐚',
    'ⓔ',
    '字',
    ...links,
  ),
)
const words = fc.oneof(
  text,
  fc.array(part).map((parts) => parts.join('')),
)

test('browser and database find the same links', async () => {
  const texts = [...links, ...harmless]
  const expected = [...links.map(() => true), ...harmless.map(() => false)]
  expect(await verdicts(sql, 'holds_link', texts)).toEqual(expected)
  expect(texts.map(holdsLink)).toEqual(expected)
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 20, maxLength: 60 }), async (some) => {
      expect(await verdicts(sql, 'holds_link', some)).toEqual(some.map(holdsLink))
    }),
  )
})

test.each(links)('a gift card with %j is rejected, and the field is named', async (link) => {
  const card = { email: 'giver@example.test', first_name: 'Ada', last_name: 'Giver', amount: 50 }
  const begin = (changes: object) => {
    const given = JSON.stringify({ ...card, ...changes })
    return as(sql, guest(), (tx) => tx`select start_gift_card(${given}::text::jsonb)`)
  }
  await sql`delete from private.rate_limits`
  expect(await rejection(begin({ message: `Look: ${link}` }))).toMatchObject({
    code: 'PT422',
    hint: 'message',
  })
  expect(await rejection(begin({ last_name: link }))).toMatchObject({ code: 'PT422', hint: 'first_name' })
  await begin({ message: 'P.S. I love you.' })
})
