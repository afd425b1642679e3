import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './environment'

/** What the entry of every command answers on a version of Node, asked for a command that does not exist. */
function respondOn(version: string): string {
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(versions)}`,
    'tools/run.mjs',
    'nothing',
  ]
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).stderr
}

test.each(['20.19.0', '20.20.2', '22.13.0', '22.23.3', '24.0.0', '24.21.0', '26.0.0', '26.12.1'])(
  'Node %s is supported',
  (version) => {
    expect(respondOn(version)).toMatch(/^Unknown command "nothing"/)
  },
)

test.each(['18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.1', '25.9.0', '27.0.0'])(
  'Node %s is rejected in one line that says what to install',
  (version) => {
    const [line, rest] = respondOn(version).split('\n')
    expect(line).toMatch(/^Node \S+ is not supported: install a version in the range \^20\.19.+\.$/)
    expect(line).toContain(version)
    expect(rest).toBe('')
  },
)

test.each(['a#b', 'a?b'])('a folder named %s is rejected in one line with the reason', (name) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-path-'))
  mkdirSync(path.join(folder, name, 'tools'), { recursive: true })
  for (const file of ['package.json', 'tools/run.mjs'])
    cpSync(path.join(root, file), path.join(folder, name, file))
  const { status, stderr } = spawnSync(process.execPath, ['tools/run.mjs', 'start'], {
    cwd: path.join(folder, name),
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect([status, stderr.split('\n').length]).toEqual([1, 2])
  expect(stderr).toContain('cannot be built, since its path has a # or a ?')
})

test('a command that waits for nothing says in one line what it does not know', () => {
  const args = ['tools/run.mjs', 'test-node', '--nope']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect(stderr).toBe("Unknown option '--nope'. npm run test:node -- --help prints what there is.\n")
  expect(status).toBe(1)
})
