import { spawn } from 'node:child_process'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './postgres-account'
import type { Binaries } from './postgres-binaries'
import { giveTo, grantAccess } from './folder-access'
import { StartError } from './start-error'

/** Named as on hosted Supabase, where `postgres` is not a superuser either. */
export const superuser = 'supabase_admin'

interface Cluster {
  folder: string
  password: string
  account: Account
  binaries: Binaries
}

/** Creates an empty cluster (UTF-8, checksums). @throws StartError with initdb's reason. */
export async function initialise({ folder, password, account, binaries }: Cluster): Promise<void> {
  // A folder without PG_VERSION was left by a killed initdb.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  await giveTo(account, folder)
  const access = grantAccess(account, folder)
  const output = [
    '-D',
    access.path,
    '-U',
    superuser,
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
    '--data-checksums',
  ]
  const passwordFile = join(folder, '..', 'initdb-password')
  if (process.platform === 'win32') {
    await writeFile(passwordFile, password, { mode: 0o600 })
    output.push('-A', 'scram-sha-256', '--pwfile', passwordFile)
  } else {
    // Nobody else can open the private socket.
    output.push('-A', 'trust')
  }
  try {
    await run(binaries.initdb, output, account, access.stdio)
    await chmod(folder, 0o700)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw new StartError(
      `The database folder ${folder} could not be created: ${error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error)}`,
    )
  } finally {
    access.close()
    await rm(passwordFile, { force: true })
  }
}

function run(program: string, output: string[], account: Account, extra: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH }
    const child = spawn(program, output, {
      ...account,
      cwd: '/',
      env,
      stdio: ['ignore', 'ignore', 'pipe', ...extra],
    })
    let problems = ''
    child.stdio[2]?.on('data', (chunk) => (problems += String(chunk)))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(problems || `initdb ended with ${code}`)),
    )
  })
}
