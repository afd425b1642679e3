/** How hard a password is to guess. */
export interface Strength {
  /** 0 for none typed; 1 weak to 4 strong. */
  level: 0 | 1 | 2 | 3 | 4
  label: string
}

const none: Strength = { level: 0, label: '' }
const levels = [
  { level: 1, label: 'Weak: easily guessed' },
  { level: 2, label: 'Fair: longer is better' },
  { level: 3, label: 'Good' },
  { level: 4, label: 'Strong' },
] as const satisfies readonly Strength[]

const obvious = /password|passwort|qwerty|letmein|welcome|abc123|12345|11111|iloveyou|aurelle/i

/**
 * A rough measure: length counts most, then kinds of characters; what repeats, or everybody tries first, counts little. It advises and
 * rejects nothing.
 */
export function strengthOf(password: string): Strength {
  if (password === '') return none
  const different = new Set(password).size
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const points = Math.min(password.length, different * 2) + (kinds - 1) * 2
  if (obvious.test(password) || points < 9) return levels[0]
  if (points < 13) return levels[1]
  return points < 18 ? levels[2] : levels[3]
}
