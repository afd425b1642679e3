import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { countOf, readArguments } from './arguments'
import { root } from './environment'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
)
const usage = {
  call: 'paint -- <wall>',
  does: 'Paints a wall.',
  most: 1,
  options: {
    colour: { type: 'string', help: 'of the paint' },
    twice: { type: 'boolean', help: 'two coats' },
  },
} as const
const read = (...args: string[]) => readArguments(usage, args)
afterEach(() => {
  vi.restoreAllMocks()
})

test('a command reads its arguments and options', () => {
  const { values, positionals } = read('north', '--colour', 'green', '--twice')
  expect({ ...values }).toEqual({ colour: 'green', twice: true })
  expect(positionals).toEqual(['north'])
})

test.each([
  [['--chek'], "Unknown option '--chek'"],
  [['--colour'], "Option '--colour <value>' argument missing"],
  [['--twice=no'], "Option '--twice' does not take an argument"],
  [['north', 'south'], "Unknown argument 'south'"],
])('%j is rejected in one line that names the remedy', (args, why) => {
  expect(() => read(...args)).toThrow(`${why}. npm run paint -- --help prints what there is.`)
})

test('with --help a command prints what there is and ends, whatever else is asked', () => {
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended')
  })
  expect(() => read('--x', '--help')).toThrow('ended')
  expect(exit).toHaveBeenCalledWith(0)
  expect(printed.mock.calls[0]?.[0]).toBe(
    'npm run paint -- <wall>\n\nPaints a wall.\n\n  --colour <value>  of the paint\n  --twice  two coats',
  )
})

test('a count is a whole number from its least up', () => {
  expect(countOf('count', undefined, 200, 100)).toBe(200)
  expect(countOf('count', '100', 200, 100)).toBe(100)
  expect(() => countOf('count', '99', 200, 100)).toThrow('--count wants a whole number from 100 up')
  expect(() => countOf('count', 'many', 200, 100)).toThrow('--count')
})

test.each(Object.entries(scripts))('npm run %s reads its arguments so', (_, script) => {
  const [command = ''] = script.split(' ').slice(2)
  const folder = new RegExp(`^ {2}'?${command}'?: '(.+)',$`, 'm').exec(
    readFileSync(path.join(root, 'tools/run.mjs'), 'utf8'),
  )?.[1]
  expect(readFileSync(path.join(root, 'tools', folder ?? '', `${command}.ts`), 'utf8')).toContain(
    'readArguments({',
  )
})
