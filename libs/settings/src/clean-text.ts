// Invisible characters come along with what is pasted, scanned or imported. The database has the same rules, private.clean_text
// and private.clean_code; a test compares them. Character classes are written out, since \s differs between the two.

const controls = '\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u0084\\u0086-\\u009F'
const spaces =
  '\\u0009-\\u000D\\u0020\\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u2800\\u3000'
const invisible =
  '\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F' +
  '\\u3164\\uFEFF\\uFFA0\\uFFF9-\\uFFFB'
// They choose the look of the sign before them, as of an emoji, and are invisible alone.
const selectors = '\\uFE00-\\uFE0F\\u{E0000}-\\u{E0FFF}'

const edge = `${controls}${spaces}${invisible}`

// The look-behind starts at the first of a run alone: a long run is read once.
const around = new RegExp(`^[${edge}${selectors}]+|(?<![${edge}])[${edge}]+$`, 'gu')
const hidden = new RegExp(`[${controls}${invisible}${selectors}]+`, 'gu')
const space = new RegExp(`[${spaces}]+`, 'gu')
const hyphen = /[\u2010-\u2015\u2043\u2212\uFE58\uFE63]/gu
const fullWidth = /[\uFF01-\uFF5E]/gu

/** A text without spaces and invisible characters around it. */
export const cleanText = (text: string): string => text.replace(around, '')

/**
 * A code as it is stored and looked up: a SKU, barcode, order number, promotion code, gift card, email address, postcode, number.
 * Without invisible characters; its spaces, hyphens and full-width letters as a keyboard types them.
 */
export const cleanCode = (text: string): string =>
  text
    .replace(hidden, '')
    .replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(space, ' ')
    .replace(hyphen, '-')
    .replace(/^ | $/g, '')
    .normalize('NFC')
