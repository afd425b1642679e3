import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

/** Builds the host or the remote of another team with a bundler, in a process of its own. @param out folder of the build */
export async function buildApp(app: 'host' | 'remote', tool: string, out: string): Promise<void> {
  const script = path.join(import.meta.dirname, 'build.mjs')
  await promisify(execFile)(process.execPath, [script, app, tool, out])
}
