import { leaks } from '../../supabase/tests/hostile/judge'
import type { Reply, Shot } from './send'

/** No answer may take longer, whatever was asked: in milliseconds. */
export const slowestMs = 10_000

// What a constraint's error tells of the row that broke it.
const rowText = /Failing row contains/i

/**
 * What is wrong with an answer whoever asked and whatever was asked; empty when nothing is.
 * 503 is right where it says when to come again; 0 is no answer at all.
 */
export function judge(shot: Shot, reply: Reply): string[] {
  const { status, body, type, headers, milliseconds } = reply
  const found: string[] = []
  if (status === 0) found.push(`no answer: ${body}`)
  if (status >= 500 && !(status === 503 && headers['retry-after'])) found.push(`answered ${String(status)}`)
  if (milliseconds > slowestMs)
    found.push(`answered after ${milliseconds.toFixed(0)} ms, more than ${String(slowestMs)}`)
  if (rowText.test(body)) found.push('prints the row that a constraint refused')
  const asked = [
    shot.path,
    ...(typeof shot.body === 'string' ? [shot.body] : []),
    ...Object.values(shot.headers ?? {}),
  ].join(' ')
  for (const [what, pattern] of Object.entries(leaks)) {
    // Pages are prose and name files; only in refusals that are text or JSON do these words tell of the
    // machine.
    if (what !== 'a stack trace' && (status < 400 || type.includes('html'))) continue
    const shown = pattern.exec(body.replace(/\\"(?:[^"\\]|\\(?!"))*\\"/g, '""'))?.[0]
    if (shown !== undefined && !asked.includes(shown) && !decoded(asked).includes(shown))
      found.push(`shows ${what}: ${shown.slice(0, 80)}`)
  }
  return found
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
