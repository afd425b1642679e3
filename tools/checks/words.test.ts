import { customerTerms, returnRules } from '@shop/settings/customer-terms'
import { expect, test } from 'vitest'
import { shopTexts, textsOf, type ShownText } from './shown-texts'

// One term for one thing, and no sentence that only its writer understands. Each with what to say instead.
const banned: readonly (readonly [RegExp, string])[] = [
  [/\bbasket\b/i, 'cart'],
  [/\bpostal code\b/i, 'postcode'],
  [/\be-mails?\b/i, 'email'],
  [/\btold under\b|\bis told\b/i, 'explained on … page'],
  [/\bthe way back\b/i, 'return postage'],
  [/\bshall stand\b/i, 'to go on'],
  [/\bany more\b/i, 'no longer'],
  [/\bnothing answers\b|\bnames nothing\b/i, 'a sentence that says what happened'],
  [/\bwrite to us\b/i, 'contact us'],
  [/\bset aside\b/i, 'save'],
  [/\bneeds? not\b|\bneed none\b/i, 'don’t need'],
  [/\bunwanted (mail|letters|ones)\b/i, 'junk folder'],
  [/\b(this|our|the) letters?\b/i, 'email'],
  [/\b(cannot|can) be had\b/i, 'is not available, is available'],
  [/\bmistyped\b/i, 'wrong'],
  [/\bfalls due\b/i, 'is due'],
]

// Names of data, which no page says as they stand, and what the law or a name prescribes.
const excepted: readonly (readonly [file: RegExp, text: RegExp])[] = [
  // The method of an order that is sent by email, as orders keep it.
  [/^mf-(account|cart-checkout)\//, /^By e-mail$/],
  // What shoppers type to find a page.
  [/\/routes\.tsx$/, /^cart basket$/],
]

const isExcepted = ({ file, text }: ShownText) =>
  excepted.some(([inFile, what]) => inFile.test(file) && what.test(text))

/** "file: text (say: …)" for each text that uses a banned word. */
function faults(texts: readonly ShownText[]): string[] {
  return texts
    .filter((text) => !isExcepted(text))
    .flatMap(({ file, text }) =>
      banned
        .filter(([words]) => words.test(text))
        .map(([, instead]) => `${file}: ${text.slice(0, 120)} (say: ${instead})`),
    )
}

test('the shop calls each thing by one name, and speaks plain English', () => {
  const texts = shopTexts()
  expect(texts.length).toBeGreaterThan(2000)
  expect(faults(texts)).toEqual([])
})

test.each([
  ['<p>How to cancel is told under <a>returns</a>.</p>', 1],
  ["const hint = 'Your basket is empty'", 1],
  ['const hint = `Enter a postal code for ${place}`', 1],
  ['// The basket of a guest\nimport x from "./basket"\nconst basket = 1', 0],
  ["type Kind = 'basket'", 0],
])('in %s there are %i such words', (source, count) => {
  expect(faults(textsOf('x.tsx', `${source}\n`))).toHaveLength(count)
})

// What the specification quotes, and messages that no screen shows.
const keepsApostrophe: readonly RegExp[] = [
  /^shell\/server\//,
  /^shell\/src\/information\/contact\/contact-form\.tsx$/,
]

test('screens have typographic apostrophes', () => {
  const straight = shopTexts().filter(
    ({ file, text }) => /\p{L}'\p{L}/u.test(text) && !keepsApostrophe.some((kept) => kept.test(file)),
  )
  expect(straight).toEqual([])
})

// Figures of the rules that buyers rely on. "Within 7 days" of a link is not among them.
const figures = [
  /\b(14|fourteen) days\b/i,
  /\b(7|seven) days of delivery\b/i,
  /\b(30|thirty) days\b/i,
  /\b(\d+|two)[- ]years?\b.*\b(guarantee|warranty)|\b(guarantee|warranty)\b.*\b(\d+|two)[- ]years?\b/i,
  /\b(24|twenty-four) months\b/i,
]

test('the figures of returns, guarantee and gift cards stand in one place', () => {
  const elsewhere = shopTexts().filter(({ text }) => figures.some((figure) => figure.test(text)))
  expect(elsewhere).toEqual([])
})

test('that place says what the specification does', () => {
  expect(returnRules.opened).toContain('No returns on opened items')
  expect(returnRules.defects).toBe('Defects must be reported within 7 days of delivery.')
  expect(customerTerms).toMatchObject({
    cancelDays: 14,
    linkDays: 7,
    dispatch: '1-2 business days',
    reply: '1-2 business days',
  })
})
