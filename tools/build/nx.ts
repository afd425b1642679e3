import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { root } from '../environment'

const bin = createRequire(import.meta.url).resolve('nx/bin/nx.js')

/**
 * Runs targets of projects through Nx, which leaves out what its cache has.
 * @param args as for `nx run-many`
 * @param output where its output goes: to the terminal, or to the caller once it has ended
 * @returns whether every task succeeded, and the held output
 */
export function runMany(
  args: readonly string[],
  output: 'inherit' | 'pipe',
  env: Readonly<Record<string, string>> = {},
): Promise<{ ok: boolean; text: string }> {
  const child = spawn(process.execPath, [bin, 'run-many', ...args], {
    cwd: root,
    env: {
      ...process.env,
      NX_DAEMON: 'false',
      NX_TUI: 'false',
      NX_NO_CLOUD: 'true',
      FORCE_COLOR: '0',
      ...env,
    },
    stdio: ['ignore', output, output],
  })
  let text = ''
  const hold = (chunk: Buffer) => (text += chunk.toString())
  child.stdout?.on('data', hold)
  child.stderr?.on('data', hold)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      resolve({ ok: code === 0, text })
    })
  })
}
