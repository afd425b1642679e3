import { prefix } from '../theme/scale'

// The names of the tokens in ../theme; their values are in the styles of every page. The unit test compares both.
const steps = '0 0.5 1 1.5 2 2.5 3 3.5 4 5 6 7 8 9 10 12 14 16 20 24'
const names = {
  fonts: 'serif sans',
  spacing: `${steps} gutter section`,
  sizes: `${steps} full min max fit page`,
  radii: 'none control image panel overlay full',
  easings: 'calm exit',
  durations: 'instant quick calm image',
  zIndex: 'header toast skip overlay',
  shadows: '1 2 3',
  colors:
    'bg bg.panel bg.subtle bg.muted fg fg.muted border border.emphasized surface raised sunken neutralSoft skeleton line lineStrong ink inkSoft muted disabled accent accent.solid accent.contrast accent.fg accent.muted accent.focusRing accentHover accentActive accentInk accentSoft accentSoftInk brass positive positiveSoft warning warningSoft danger dangerSoft dangerInk info infoSoft focus scrim',
}

/** The custom property of a token, named as Chakra does: a dot in a number is escaped, between names it is a dash. */
function refTo(kind: string, name: string): string {
  const path = `${kind}-${name.replace(/(?<=[a-z])\./gi, '-').replace('.', '\\.')}`
  return `var(--${prefix}-${path.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)})`
}

function refsOf(kind: string, list: string): Record<string, string> {
  const tokens = list.split(' ').map((name) => [name, refTo(kind, name)] as const)
  const negative = tokens.map(([name, ref]) => [`-${name}`, `calc(${ref} * -1)`] as const)
  return Object.fromEntries(kind === 'spacing' ? [...tokens, ...negative] : tokens)
}

/** What stands for each token in CSS, by kind and name; spacing may also be negative. */
export const tokenRefs: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  Object.entries(names).map(([kind, list]) => [kind, refsOf(kind, list)]),
)
