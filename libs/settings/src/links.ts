// Texts that mail programs turn into links. The database has the same rule, private.holds_link; a test compares the two.
// Character classes are written out because \s, \d and \p{L} differ between JavaScript and PostgreSQL.

// Invisible characters, which some mail programs remove before they look for links.
const invisible = /[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu
const letter =
  'A-Za-z\\u00C0-\\u1FFF\\u2460-\\u24FF\\u2C00-\\u2DFF\\u3041-\\uD7FF\\uF900-\\uFAFF' +
  '\\uFF10-\\uFF19\\uFF21-\\uFF3A\\uFF41-\\uFF5A\\uFF66-\\uFFDC\\u{1D400}-\\u{1D7FF}'
const dot = '.\\u2024\\u3002\\uFE52\\uFF0E\\uFF61'
const at = '@\\uFE6B\\uFF20'
const between = ' \\u00A0\\u2000-\\u200A\\u2010-\\u2015\\u202F()./+\\-'

/** Patterns of links, each with the replacement that breaks the link. */
const linkPatterns: readonly { pattern: RegExp; replacement: string }[] = [
  // evil.example, also with full stops of other scripts
  {
    pattern: new RegExp(`([^\\u0001-\\u0020${dot}])([${dot}])(?=[${letter}]{2})`, 'gu'),
    replacement: '$1$2 ',
  },
  {
    pattern: new RegExp(`([^\\u0001-\\u0020${at}])([${at}])(?=[^\\u0001-\\u0020])`, 'gu'),
    replacement: '$1 $2 ',
  },
  { pattern: /([:\uFF1A])(?=[/\\\uFF0F]{2})/gu, replacement: '$1 ' },
  {
    pattern: /((?:[Mm][Aa][Ii][Ll][Tt][Oo]|[Tt][Ee][Ll]|[Ss][Mm][Ss])[:\uFF1A])(?=[^\u0001-\u0020])/gu,
    replacement: '$1 ',
  },
  { pattern: new RegExp(`\\\\\\\\(?=[${letter}])`, 'gu'), replacement: '\\ ' },
  { pattern: /((?:[0-9]{1,3}[.]){3})(?=[0-9])/gu, replacement: '$1 ' },
  // Nine digits or more are a telephone number; a date has eight.
  {
    pattern: new RegExp(`(?:[0-9\\uFF10-\\uFF19][${between}]{0,2}){8,}[0-9\\uFF10-\\uFF19]`, 'gu'),
    replacement: '[number left out]',
  },
]

/** Whether a text contains anything that mail programs turn into a link: web or email addresses, telephone numbers. */
export function holdsLink(text: string): boolean {
  const visible = text.replace(invisible, '')
  return linkPatterns.some(({ pattern }) => visible.search(pattern) >= 0)
}

// With its letters, an order number is not a telephone number to a mail program.
const orderNumber = /(?<![A-Za-z0-9])(AM[0-9]{8}-[0-9]{4,6})(?![0-9])/

/**
 * A text without links: unchanged if it has none, otherwise with spaces in its addresses and without its telephone
 * numbers. Numbers of orders stay.
 */
export const withoutLinks = (text: string): string =>
  text
    .split(orderNumber)
    .map((part, index) => (index % 2 === 1 ? part : cleaned(part)))
    .join('')

function cleaned(text: string): string {
  if (!holdsLink(text)) return text
  const broken = linkPatterns.reduce(
    (text, { pattern, replacement }) => text.replace(pattern, replacement),
    text.replace(invisible, ''),
  )
  return holdsLink(broken) ? '' : broken
}
