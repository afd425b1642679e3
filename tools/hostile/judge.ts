import { leaks } from '../../supabase/tests/hostile/judge'
import type { Reply, Shot } from './send'

/** Maximum response time of any request, in milliseconds. */
export const slowestMs = 10_000

// Parts of a constraint error that reveal the row.
const rowText = /Failing row contains/i

/**
 * Checks what must be true of any reply to any caller; returns the faults.
 * 503 is valid with Retry-After; 0 means that there was no response.
 */
export function judgeReply(shot: Shot, reply: Reply): string[] {
  const { status, body, type, headers, milliseconds } = reply
  const found: string[] = []
  if (status === 0) found.push(`no answer: ${body}`)
  if (status >= 500 && !(status === 503 && headers['retry-after'])) found.push(`answered ${String(status)}`)
  if (milliseconds > slowestMs)
    found.push(`answered after ${milliseconds.toFixed(0)} ms, more than ${String(slowestMs)}`)
  if (rowText.test(body)) found.push('prints the row that a constraint refused')
  const request = [
    shot.path,
    ...(typeof shot.body === 'string' ? [shot.body] : []),
    ...Object.values(shot.headers ?? {}),
  ].join(' ')
  for (const [what, pattern] of Object.entries(leaks)) {
    // Pages are prose and may contain these words; in a text or JSON error they reveal internals.
    if (what !== 'a stack trace' && (status < 400 || type.includes('html'))) continue
    const shown = pattern.exec(body.replace(/\\"(?:[^"\\]|\\(?!"))*\\"/g, '""'))?.[0]
    if (shown !== undefined && !request.includes(shown) && !decoded(request).includes(shown))
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
