import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../environment'
import { bannedWordsIn } from './code-words'
import { repositoryFiles } from './doc-paths'

// Migrations that have been applied stay as they are; types of the database are generated; the lists of words name them.
const isLeftOut = /^supabase\/migrations\/|\.types\.ts$|^tools\/checks\/(code-)?words/

test('code, SQL, comments, tests and files use the words of the field', () => {
  const files = repositoryFiles(root).filter(
    (file) => /\.(tsx?|mjs|sql)$/.test(file) && !isLeftOut.test(file) && existsSync(path.join(root, file)),
  )
  expect(files.length).toBeGreaterThan(1500)
  const found = files.flatMap((file) => bannedWordsIn(file, readFileSync(path.join(root, file), 'utf8')))
  expect(found).toEqual([])
})

test.each([
  ['a.ts', 'const refusedLine = 1', ['refusedLine']],
  ['a.tsx', 'const page = <Drawn answerCount={3}>It was refused.</Drawn>', ['Drawn', 'answerCount']],
  ['a.ts', "const sent = { state: 'mail_refused' }", ['mail_refused']],
  ['a.ts', 'const mostItems = 3', ['mostItems']],
  ['a.ts', '// A hostile text.', ['// A hostile text.']],
  ['a.test.ts', "test('a refusal is shown', () => {})", ['a refusal is shown']],
  ['letters/drawing-thread.ts', '', ['letters', 'drawing-thread']],
  ['a.sql', 'create function private.refuse()', ['refuse']],
  ['a.sql', "select 'The code was refused.' -- A hostile text", ['-- A hostile text']],
  ['a.sql', "insert into kinds values ('world')", ['world']],
])('in %s, %s uses %j', (file, source, words) => {
  expect(bannedWordsIn(file, source).map(({ word }) => word)).toEqual(words)
})

test.each([
  ['a.tsx', "const title = <p>Refused: it was drawn by letter.</p>; const url = 'https://a.example/refused'"],
  ['a.ts', 'const drawer = { withdrawn: useWishlist(), letterSpacing: 1 }'],
  ['src/messages/answer-form.tsx', 'const answerMessage = 1 // People answer what was kept.'],
  ['a.ts', 'const largestPaint = 1'],
  ['a.sql', "raise exception 'Your code was refused.'"],
])('in %s, %s uses none', (file, source) => {
  expect(bannedWordsIn(file, source)).toEqual([])
})
