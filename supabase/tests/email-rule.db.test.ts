import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBackend, type LocalSupabase } from '@shop/local-supabase'
import { holdsLink, isEmail } from '@shop/settings'
import { addToCart, details, startCheckout, stockProduct } from './shopping'
import { as, guest, hire, refusal } from './visitor'

let backend: LocalSupabase
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())

/** What mailers refuse, or read as something else than one address. */
const unwritable = [
  'a,b@c.dd', 'a;b@c.dd', '(a)@c.dd', 'a"b@c.dd', 'a\u0001b@c.dd', 'a\u200Bb@c.dd', '[a]@c.dd', 'a@c.dd.', 'a..b@c.dd', '.a@c.dd', 'a.@c.dd',
  'a@c', 'a@-c.dd', 'a@c-.dd', 'a@c..dd', 'a@c.d', 'a@c.d1\n', 'a@[127.0.0.1]', 'jörg@müller.example', 'a b@c.dd', 'a@b@c.dd', '<a@c.dd>', 'a@c.1d',
  `${'a'.repeat(65)}@c.dd`, `a@${'c'.repeat(64)}.dd`, `a@${'c.'.repeat(130)}dd`, '', '@',
]
const writable = ["o'brien+shop@mail.example.co.uk", 'a@c.dd', 'A_1%x@a-b.example', `${'a'.repeat(64)}@c.dd`, 'a@xn--mller-kva.example', 'a@1.dd']

const text = fc.string({ unit: 'binary' }).filter((word) => !word.includes('\0'))
const part = fc.oneof(fc.constantFrom('a', 'Z9', '.', '-', '@', ' ', ',', ';', '(', '"', '[', '\\', '\n', 'ä', '\u200B', 'example', "'", '+', 'c'.repeat(62)), text)
const addresses = fc.oneof(
  fc.emailAddress(), text, fc.array(part).map((parts) => parts.join('')),
  fc.tuple(fc.array(part, { maxLength: 4 }), fc.array(part, { maxLength: 4 })).map(([before, after]) => `${before.join('')}@${after.join('')}.dd`),
)

/** What the database says of many texts at once. */
async function judged(rule: 'is_email' | 'holds_link', texts: string[]): Promise<boolean[]> {
  const rows = await backend.sql<{ yes: boolean }[]>`
    select private.${backend.sql(rule)}(word) as yes from jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb) with ordinality as given (word, place) order by place`
  return rows.map(({ yes }) => yes)
}

test('browser, mailer and database call the same texts an address', async () => {
  expect(await judged('is_email', [...unwritable, ...writable])).toEqual([...unwritable.map(() => false), ...writable.map(() => true)])
  expect([...unwritable, ...writable].map(isEmail)).toEqual([...unwritable.map(() => false), ...writable.map(() => true)])
  await fc.assert(fc.asyncProperty(fc.array(addresses, { minLength: 20, maxLength: 60 }), async (texts) => {
    expect(await judged('is_email', texts)).toEqual(texts.map(isEmail))
  }))
  const [nothing] = await backend.sql`select private.is_email(null) as yes`
  expect(nothing).toEqual({ yes: false })
})

test.each(unwritable.slice(0, 8))('%j is refused wherever an address to write to is entered', async (email) => {
  const { sql } = backend
  const visitor = guest()
  await addToCart(sql, visitor, await stockProduct(sql, 19.99, 5))
  const soldOut = await stockProduct(sql, 10, 0)
  const card = { email: 'giver@example.test', first_name: 'Ada', last_name: 'Giver', amount: 50 }
  const begin = (changes: object) => as(sql, visitor, (tx) => tx`select start_gift_card(${JSON.stringify({ ...card, ...changes })}::text::jsonb)`)
  const refused = (hint: string) => ({ code: 'PT422', hint, message: 'Email is invalid' })
  expect(await refusal(startCheckout(sql, visitor, await details(sql, 'Standard', { email })))).toMatchObject(refused('email'))
  expect(await refusal(begin({ email }))).toMatchObject(refused('email'))
  expect(await refusal(begin({ recipient_email: email }))).toMatchObject(refused('recipient_email'))
  expect(await refusal(as(sql, visitor, (tx) => tx`select ask_back_in_stock(${soldOut}, ${email})`))).toMatchObject(refused('email'))
  expect(await refusal(as(sql, visitor, (tx) => tx`
    insert into contact_messages (name, email, subject, message) values ('Ada', ${email}, 'Hello', 'Ten letters at least')`))).toMatchObject(refused('email'))
})

test('a message of before the rule can still be marked as read', async () => {
  const { sql } = backend
  const staff = await hire(sql)
  await sql`alter table contact_messages disable trigger check_email`
  await sql`insert into contact_messages (name, email, subject, message) values ('Old', 'a,b@c.dd', 'Hello', 'Ten letters at least')`
  await sql`alter table contact_messages enable trigger check_email`
  expect((await as(sql, staff, (tx) => tx`update contact_messages set is_read = true where email = 'a,b@c.dd'`)).count).toBe(1)
})

const links = [
  'https://evil.example', 'HTTP://x', 'evil.example', 'www.evil.example', 'evil。example', 'evil．example', 'evil｡example', 'evil․example', 'bit.ly/abc',
  'me@evil.example', 'me＠evil', 'mailto:me', 'tel:118', '0900 123 456 78', '+44 (0)20 7946 0018', '０９００１２３４５６', '1.2.3.4', '\\\\server\\share',
  'ev\u00ADil.ex\u200Bample', 'пример.рф', 'Love.Mum',
]
const harmless = [
  'With love', 'P.S. I love you.', 'Happy birthday!... and many more', '£3.50 at 5.30pm', '12.06.1996', 'see you @ 8', 'him/her :/', '…and so on', '🎉.🎂', '',
  'Well done. Mum & Dad', '10:30, 24/12/2026',
]
const words = fc.oneof(
  text, fc.array(fc.oneof(fc.constantFrom('.', '。', '@', ':', '/', '\\', ' ', '1', '23', '-', '(', 'tel', 'a', 'bc', 'é', '.c', '\u200B', '𝐚', 'ⓔ', '字', ...links), text)).map((parts) => parts.join('')),
)

test('browser and database see the same links', async () => {
  expect(await judged('holds_link', [...links, ...harmless])).toEqual([...links.map(() => true), ...harmless.map(() => false)])
  await fc.assert(fc.asyncProperty(fc.array(words, { minLength: 20, maxLength: 60 }), async (texts) => {
    expect(await judged('holds_link', texts)).toEqual(texts.map(holdsLink))
  }))
})

test.each(links)('a gift card that brings %j is refused by the field it stands in', async (link) => {
  const card = { email: 'giver@example.test', first_name: 'Ada', last_name: 'Giver', amount: 50 }
  const begin = (changes: object) => as(backend.sql, guest(), (tx) => tx`select start_gift_card(${JSON.stringify({ ...card, ...changes })}::text::jsonb)`)
  await backend.sql`delete from private.rate_limits`
  expect(await refusal(begin({ message: `Look: ${link}` }))).toMatchObject({ code: 'PT422', hint: 'message' })
  expect(await refusal(begin({ last_name: link }))).toMatchObject({ code: 'PT422', hint: 'first_name' })
  await begin({ message: 'P.S. I love you.' })
})
