import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanCode, isEmail } from '@shop/settings'
import { verdicts } from './rule-verdicts'
import { addToCart, details, startCheckout, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, signUpStaff, rejection } from './visitor-fixtures'

const sql = await testDatabase()

// Rejected by the mailer, which would take them for a list, a name or nothing.
const unsendable = [
  'a,b@c.dd',
  'a;b@c.dd',
  '(a)@c.dd',
  'a"b@c.dd',
  'a\u0001b@c.dd',
  'a\u200Bb@c.dd',
  '[a]@c.dd',
  'a@c.dd.',
]
const invalid = [
  ...unsendable,
  'a..b@c.dd',
  '.a@c.dd',
  'a.@c.dd',
  'a@c',
  'a@-c.dd',
  'a@c-.dd',
  'a@c..dd',
  'a@c.d',
  'a@c.d1\n',
  'a@[127.0.0.1]',
  'jörg@müller.example',
  'a b@c.dd',
  'a@b@c.dd',
  '<a@c.dd>',
  'a@c.1d',
  '',
  '@',
  `${'a'.repeat(65)}@c.dd`,
  `a@${'c'.repeat(64)}.dd`,
  `a@${'c.'.repeat(130)}dd`,
]
const valid = [
  "o'brien+shop@mail.example.co.uk",
  'a@c.dd',
  'A_1%x@a-b.example',
  `${'a'.repeat(64)}@c.dd`,
  'a@xn--mller-kva.example',
  'a@1.dd',
]

const text = fc.string({ unit: 'binary' }).filter((word) => !word.includes('\0'))
const part = fc.oneof(
  text,
  fc.constantFrom(
    'a',
    'Z9',
    '.',
    '-',
    '@',
    ' ',
    ',',
    ';',
    '(',
    '"',
    '[',
    '\\',
    '\n',
    'ä',
    '\u200B',
    'example',
    "'",
    '+',
    'c'.repeat(62),
  ),
)
const parts = fc.array(part, { maxLength: 4 }).map((some) => some.join(''))
const addresses = fc.oneof(
  fc.emailAddress(),
  text,
  parts,
  fc.tuple(parts, parts).map(([local, host]) => `${local}@${host}.dd`),
)

test('browser, mailer and database accept the same addresses', async () => {
  const texts = [...invalid, ...valid]
  const expected = [...invalid.map(() => false), ...valid.map(() => true)]
  expect(await verdicts(sql, 'is_email', texts)).toEqual(expected)
  expect(texts.map(isEmail)).toEqual(expected)
  await fc.assert(
    fc.asyncProperty(fc.array(addresses, { minLength: 20, maxLength: 60 }), async (some) => {
      expect(await verdicts(sql, 'is_email', some)).toEqual(some.map(isEmail))
    }),
  )
  const [nothing] = await sql`select private.is_email(null) as yes`
  expect(nothing).toEqual({ yes: false })
})

// Invisible characters are taken out where an address is entered.
test.each(unsendable.filter((email) => cleanCode(email) === email))(
  '%j is rejected wherever an address to write to is entered',
  async (email) => {
    const visitor = guest()
    await addToCart(sql, visitor, await stockProduct(sql, 19.99, 5))
    const soldOut = await stockProduct(sql, 10, 0)
    const card = { email: 'giver@example.test', first_name: 'Ada', last_name: 'Giver', amount: 50 }
    const beginCard = (changes: object) => {
      const given = JSON.stringify({ ...card, ...changes })
      return as(sql, visitor, (tx) => tx`select start_gift_card(${given}::text::jsonb)`)
    }
    const beginCheckout = async () => startCheckout(sql, visitor, await details(sql, 'Standard', { email }))
    const askBack = () => as(sql, visitor, (tx) => tx`select ask_back_in_stock(${soldOut}, ${email})`)
    const write = () =>
      as(
        sql,
        visitor,
        (tx) => tx`
    insert into contact_messages (name, email, subject, message)
    values ('Ada', ${email}, 'Hello', 'Ten letters at least')`,
      )
    const rejected = { code: 'PT422', hint: 'email', message: 'Email is invalid' }
    expect(await rejection(beginCheckout())).toMatchObject(rejected)
    expect(await rejection(beginCard({ email }))).toMatchObject(rejected)
    expect(await rejection(beginCard({ recipient_email: email }))).toMatchObject({
      ...rejected,
      hint: 'recipient_email',
    })
    expect(await rejection(askBack())).toMatchObject(rejected)
    expect(await rejection(write())).toMatchObject(rejected)
  },
)

test('a message stored before the rule can still be marked as read', async () => {
  const staff = await signUpStaff(sql)
  await sql`alter table contact_messages disable trigger check_email`
  await sql`insert into contact_messages (name, email, subject, message)
    values ('Old', 'a,b@c.dd', 'Hello', 'Ten letters at least')`
  await sql`alter table contact_messages enable trigger check_email`
  const read = await as(
    sql,
    staff,
    (tx) => tx`update contact_messages set is_read = true where email = 'a,b@c.dd'`,
  )
  expect(read.count).toBe(1)
})
