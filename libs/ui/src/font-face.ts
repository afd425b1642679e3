/** The fallback fonts, whose text is as wide and as high as that of the web fonts. Android has neither Times nor Arial. */
export const fallbackFamilies = {
  serif: '"Petrona Fallback","Petrona Fallback Android",Georgia,serif',
  sans: '"Hanken Fallback","Hanken Fallback Android",system-ui,sans-serif',
} as const

const face = (lines: string[]) => `@font-face{${lines.join(';')}}`

type FontDisplay = 'optional' | 'swap'

const webFont = (display: FontDisplay, family: string, file: string, characters: string) =>
  face([
    `font-family:"${family} Variable"`,
    `src:url(${file}) format("woff2")`,
    'font-weight:100 900',
    `font-display:${display}`,
    `unicode-range:${characters}`,
  ])

const fallbackFont = (family: string, names: string[], size: string, ascent: string, descent: string) =>
  face([
    `font-family:"${family}"`,
    `src:${names.map((name) => `local("${name}")`).join(',')}`,
    `size-adjust:${size}`,
    `ascent-override:${ascent}`,
    `descent-override:${descent}`,
    'line-gap-override:0%',
  ])

// As fonts/make.sh cuts them; fonts/README.md says which is for what. No character is in two lists: while the file of one is still on its
// way, Chromium would fetch the other for it.
const first = 'U+20-7E,U+A0,U+A3,U+A9,U+B7,U+D7,U+E9,U+2013-2026,U+2032,U+20AC,U+2212'
const accents = 'U+A1-A2,U+A4-A8,U+AA-B6,U+B8-D6,U+D8-E8,U+EA-FF,U+131,U+152-153,U+2122'
const names = 'U+100-130,U+132-151,U+154-17F,U+218-21B,U+1E9E'

/** The font files of every page, to preload and to serve from `base`. */
export const fontFiles = ['petrona-first.woff2', 'hanken-grotesk-first.woff2'] as const

/** All of them, also those that few pages need. */
export const allFontFiles = [
  ...fontFiles,
  'petrona-accents.woff2',
  'hanken-grotesk-accents.woff2',
  'hanken-grotesk-names.woff2',
] as const

const webFonts = (display: FontDisplay, base: string) =>
  [
    webFont(display, 'Petrona', `${base}/${allFontFiles[2]}`, accents),
    webFont(display, 'Petrona', `${base}/${fontFiles[0]}`, first),
    webFont(display, 'Hanken Grotesk', `${base}/${allFontFiles[4]}`, names),
    webFont(display, 'Hanken Grotesk', `${base}/${allFontFiles[3]}`, accents),
    webFont(display, 'Hanken Grotesk', `${base}/${fontFiles[1]}`, first),
  ].join('')

const firefox = '(-moz-appearance:none)'

/**
 * The @font-face rules: both families from `base` (no trailing slash), and fallbacks with adjusted metrics, so that the
 * text does not shift when the fonts load. Android has neither Times nor Arial and needs other fallbacks.
 *
 * Chromium and WebKit wait a moment with their first paint for a preloaded font; if it is later still, the fallback stays for
 * this page and no text shifts. Firefox does not wait, so that a first visit would have the fallback only, or one face of two.
 */
export function fontFaceCss(base: string): string {
  return [
    `@supports ${firefox}{${webFonts('swap', base)}}`,
    `@supports not ${firefox}{${webFonts('optional', base)}}`,
    fallbackFont(
      'Petrona Fallback',
      ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif', 'Tinos'],
      '105.51%',
      '81.32%',
      '25.59%',
    ),
    fallbackFont(
      'Hanken Fallback',
      ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo'],
      '100.34%',
      '99.66%',
      '30.2%',
    ),
    fallbackFont('Petrona Fallback Android', ['Noto Serif'], '92.6%', '92.66%', '29.16%'),
    fallbackFont('Hanken Fallback Android', ['Roboto', 'Roboto-Regular'], '100.1%', '99.9%', '30.27%'),
  ].join('')
}
