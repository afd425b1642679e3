const face = (lines: string[]) => `@font-face{${lines.join(';')}}`

const real = (family: string, url: string) =>
  face([
    `font-family:"${family}"`,
    `src:url(${url}) format("woff2")`,
    'font-weight:100 900',
    'font-style:normal',
    // Preloaded; where it is late all the same the stand-in stays for this page, and no line moves.
    'font-display:optional',
  ])

const standIn = (family: string, names: string[], size: string, ascent: string, descent: string) =>
  face([
    `font-family:"${family}"`,
    `src:${names.map((name) => `local("${name}")`).join(',')}`,
    `size-adjust:${size}`,
    `ascent-override:${ascent}`,
    `descent-override:${descent}`,
    'line-gap-override:0%',
  ])

/** The two font files, to preload and to serve from `base`: western Latin, and no heavier or lighter than the house uses. */
export const fontFiles = ['petrona-latin-330-420.woff2', 'hanken-grotesk-latin-400-600.woff2'] as const

/**
 * The @font-face rules: both families from `base` (no slash at its end), and stand-ins cut to their measure, so that
 * text does not move when the real ones come. Android has neither Times nor Arial and gets stand-ins of its own.
 */
export function fontFaceCss(base: string): string {
  return [
    real('Petrona Variable', `${base}/${fontFiles[0]}`),
    real('Hanken Grotesk Variable', `${base}/${fontFiles[1]}`),
    standIn(
      'Petrona Fallback',
      ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif', 'Tinos'],
      '105.51%',
      '81.32%',
      '25.59%',
    ),
    standIn(
      'Hanken Fallback',
      ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo'],
      '100.34%',
      '99.66%',
      '30.2%',
    ),
    standIn('Petrona Fallback Android', ['Noto Serif'], '92.6%', '92.66%', '29.16%'),
    standIn('Hanken Fallback Android', ['Roboto', 'Roboto-Regular'], '100.1%', '99.9%', '30.27%'),
  ].join('')
}
