const face = (lines: string[]) => `@font-face{${lines.join(';')}}`

const webFont = (family: string, url: string) =>
  face([
    `font-family:"${family}"`,
    `src:url(${url}) format("woff2")`,
    'font-weight:100 900',
    'font-style:normal',
    // If the preloaded font is late, the fallback stays for this page and the text does not shift.
    'font-display:optional',
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

/** The two font files, to preload and to serve from `base`: western Latin, in the weights that the theme uses. */
export const fontFiles = ['petrona-latin-330-420.woff2', 'hanken-grotesk-latin-400-600.woff2'] as const

/**
 * The @font-face rules: both families from `base` (no trailing slash), and fallbacks with adjusted metrics, so that the
 * text does not shift when the fonts load. Android has neither Times nor Arial and needs other fallbacks.
 */
export function fontFaceCss(base: string): string {
  return [
    webFont('Petrona Variable', `${base}/${fontFiles[0]}`),
    webFont('Hanken Grotesk Variable', `${base}/${fontFiles[1]}`),
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
