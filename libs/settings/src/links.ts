// What mail programs make a link of. The same rule stands in the database as private.holds_link, and a test
// compares the two. Every class is written out, because \s, \d and \p{L} differ between the two engines.

// Characters that show nothing, which some programs drop before they look for links.
const invisible = /[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu
const letter =
  'A-Za-z\\u00C0-\\u1FFF\\u2460-\\u24FF\\u2C00-\\u2DFF\\u3041-\\uD7FF\\uF900-\\uFAFF' +
  '\\uFF10-\\uFF19\\uFF21-\\uFF3A\\uFF41-\\uFF5A\\uFF66-\\uFFDC\\u{1D400}-\\u{1D7FF}'
const dot = '.\\u2024\\u3002\\uFE52\\uFF0E\\uFF61'
const at = '@\\uFE6B\\uFF20'
const between = ' \\u00A0\\u2000-\\u200A\\u2010-\\u2015\\u202F()./+\\-'

/** The parts of a text that lead elsewhere, each with how it is made harmless. */
const rules: readonly { found: RegExp; instead: string }[] = [
  // evil.example, also with the full stops of other scripts
  { found: new RegExp(`([^\\u0001-\\u0020${dot}])([${dot}])(?=[${letter}]{2})`, 'gu'), instead: '$1$2 ' },
  { found: new RegExp(`([^\\u0001-\\u0020${at}])([${at}])(?=[^\\u0001-\\u0020])`, 'gu'), instead: '$1 $2 ' },
  { found: /([:\uFF1A])(?=[/\\\uFF0F]{2})/gu, instead: '$1 ' },
  {
    found: /((?:[Mm][Aa][Ii][Ll][Tt][Oo]|[Tt][Ee][Ll]|[Ss][Mm][Ss])[:\uFF1A])(?=[^\u0001-\u0020])/gu,
    instead: '$1 ',
  },
  { found: new RegExp(`\\\\\\\\(?=[${letter}])`, 'gu'), instead: '\\ ' },
  { found: /((?:[0-9]{1,3}[.]){3})(?=[0-9])/gu, instead: '$1 ' },
  // Nine digits and more: a telephone number, where a date has eight.
  {
    found: new RegExp(`(?:[0-9\\uFF10-\\uFF19][${between}]{0,2}){8,}[0-9\\uFF10-\\uFF19]`, 'gu'),
    instead: '[number left out]',
  },
]

/** Whether mail programs would make a link of any part of a text: web and e-mail addresses, telephone numbers. */
export function holdsLink(text: string): boolean {
  const visible = text.replace(invisible, '')
  return rules.some(({ found }) => visible.search(found) >= 0)
}

/**
 * A text of which no mail program makes a link: unchanged where it holds none, otherwise with spaces in its
 * addresses and without its telephone numbers.
 */
export function withoutLinks(text: string): string {
  if (!holdsLink(text)) return text
  const harmless = rules.reduce(
    (left, { found, instead }) => left.replace(found, instead),
    text.replace(invisible, ''),
  )
  return holdsLink(harmless) ? '' : harmless
}
