import { spawn } from 'node:child_process'
import { root } from '../environment'

/**
 * Runs a command in the project's folder.
 * @param output `live` shows what it prints at once; `held` shows it when the command has ended, for those beside others
 * @returns whether it succeeded
 */
export function runCommand(
  file: string,
  args: readonly string[],
  output: 'live' | 'held',
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: output === 'live' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  const hold = (chunk: Buffer) => chunks.push(chunk)
  child.stdout?.on('data', hold)
  child.stderr?.on('data', hold)
  return new Promise((resolve) => {
    const end = (ok: boolean) => {
      const held = Buffer.concat(chunks).toString('utf8').trimEnd()
      if (held) console.log(held)
      resolve(ok)
    }
    child.once('error', ({ message }) => {
      console.error(message)
      end(false)
    })
    child.once('close', (code) => {
      end(code === 0)
    })
  })
}
