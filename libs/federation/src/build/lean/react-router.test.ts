import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

const require = createRequire(import.meta.url)
const lean: (source: string) => string = require('./react-router.cjs')

const folder = path.join(import.meta.dirname, '../../../../../node_modules/react-router/dist/production')
const source = readdirSync(folder)
  .filter((file) => /^chunk-\w+\.mjs$/.test(file))
  .map((file) => readFileSync(path.join(folder, file), 'utf8'))
  .join('\n')

// An update of the package that writes a line otherwise would bring it back without a word.
test.each([
  ['names for developers', /^\w+\.displayName = "/m],
  ['components that are made when the file is read', /^var \w+ = React\w*\.(?:forwardRef|memo)\(/m],
  ['what links prefetch', /= usePrefetchBehavior\(/],
  ['how links are found for that', /^ *"data-discover":/m],
  ['instrumentation', /if \(init\.instrumentations\)/],
  ['errors of server components', /createElement\(RSCErrorHandler/],
])('React Router’s files have %s, the lean ones do not run it', (_, line) => {
  expect(source).toMatch(line)
  const left = lean(source).replace(/if \(false[^{]*\{[^}]*\}/g, '')
  expect(left).not.toMatch(line)
})
