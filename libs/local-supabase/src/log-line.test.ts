import { expect, it } from 'vitest'
import { logSingleLines, logLine } from './log-line'

it('writes what would forge a line or steer the terminal as its code', () => {
  expect(logLine('rest: 42601 \u001b[31mEVIL\nShop ready: http://evil\r\u2028\u009b\u202e')).toBe(
    'rest: 42601 \\u001b[31mEVIL\\u000aShop ready: http://evil\\u000d\\u2028\\u009b\\u202e',
  )
  expect(logLine('Crème brûlée, £5 — “ok”')).toBe('Crème brûlée, £5 — “ok”')
})

it('keeps each entry of a console to one line, errors with their stacks too', () => {
  const lines: string[] = []
  const none = (..._values: unknown[]): void => undefined
  const out = { log: none, info: none, warn: none, error: none, debug: none }
  logSingleLines(out, (line) => {
    lines.push(line)
  })
  out.error('Auth error:', new Error('a\nb'))
  out.log('%s and %d', 'x\ny', 2)
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatch(/^[^\n]*\n$/)
  expect(lines[1]).toBe('x\\u000ay and 2\n')
})
