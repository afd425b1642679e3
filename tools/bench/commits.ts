import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '../environment'

/** Whether a change stays within one remote; journeys and documentation beside it do not count. @param files paths */
export function isOfOneRemote(files: readonly string[]): boolean {
  const folders = new Set(files.map((file) => file.split('/')[0] ?? ''))
  for (const beside of ['e2e', 'docs']) folders.delete(beside)
  const [only = ''] = folders
  return folders.size === 1 && only.startsWith('mf-')
}

/** How many of the last commits, merges left out, touch one remote only. */
export async function commitsOfOneRemote(last = 100): Promise<{ commits: number; ofOneRemote: number }> {
  const log = ['log', `-${String(last)}`, '--no-merges', '--name-only', '--format=%x00']
  const { stdout } = await promisify(execFile)('git', log, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  const commits = stdout
    .split('\0')
    .slice(1)
    .map((lines) => lines.split('\n').filter((line) => line !== ''))
  return { commits: commits.length, ofOneRemote: commits.filter(isOfOneRemote).length }
}
