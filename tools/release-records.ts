import { parseRecord, sha384, signRelease, storeOf, type SigningKey } from '@shop/federation/store'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './environment'

/** What a record says beside the files themselves. */
interface About {
  name: string
  version: string
  entry: string
  manifest: string
  globalName: string
  routes: string[]
  pages: string[]
  mounts: string[]
  server: string | null
  needs: Record<string, string[]>
  provides: Record<string, string[]>
}

/** The names that a shell's server build exports of each shared lib, the same as its browser build. */
export function providedNames(serverBuild: string): Record<string, string[]> {
  const { shared } = createRequire(serverBuild)(serverBuild) as { shared: Record<string, object> }
  return Object.fromEntries(
    Object.entries(shared).map(([lib, exported]) => [lib, Object.keys(exported).sort()]),
  )
}

const owners: { remotes: Record<string, { owner: string }> } = JSON.parse(
  readFileSync(path.join(root, 'e2e/budgets.json'), 'utf8'),
)

function commit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return null
  }
}

function filesOf(folder: string): Record<string, { bytes: number; sha384: string }> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(folder, file)).isFile() && !file.startsWith('record.json'))
    .sort()
  return Object.fromEntries(
    files.map((file) => {
      const content = readFileSync(path.join(folder, file))
      return [file.split(path.sep).join('/'), { bytes: content.length, sha384: sha384(content) }]
    }),
  )
}

/** Names of the database's tables, columns and functions that are words of the scripts in a folder. */
function databaseNames(folder: string, files: readonly string[]): string[] {
  const types = readFileSync(path.join(root, 'libs/supabase/src/database.types.ts'), 'utf8')
  const known = new Set([...types.matchAll(/^\s+(\w+)\??:/gm)].map(([, name = '']) => name))
  const words = files
    .filter((file) => /\.c?js$/.test(file))
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').match(/[a-z_][a-z0-9_]+/g) ?? [])
  return [...new Set(words)].filter((word) => known.has(word)).sort()
}

/** Writes the record of a stored release, unless it has one. */
export function recordRelease(about: About): void {
  const folder = path.join(storeOf(root), about.name, about.version)
  const file = path.join(folder, 'record.json')
  if (existsSync(file)) return
  const files = filesOf(folder)
  const sum = (end: string) =>
    Object.entries(files).reduce((bytes, [name, one]) => bytes + (name.endsWith(end) ? one.bytes : 0), 0)
  const record = parseRecord({
    ...about,
    commit: commit(),
    owner: owners.remotes[about.name]?.owner ?? about.name,
    builtAt: new Date().toISOString(),
    files,
    sizes: { raw: sum('.js'), gzip: sum('.js.gz'), brotli: sum('.js.br') },
    database: databaseNames(folder, Object.keys(files)),
    migration: readdirSync(path.join(root, 'supabase/migrations')).sort().at(-1)?.slice(0, 14) ?? null,
  })
  writeFileSync(`${file}.${String(process.pid)}`, `${JSON.stringify(record, null, 2)}\n`)
  renameSync(`${file}.${String(process.pid)}`, file)
}

/** Signs the records of stored releases. @param versions by name */
export async function signReleases(
  versions: Readonly<Record<string, string>>,
  key: SigningKey,
): Promise<void> {
  for (const [name, version] of Object.entries(versions))
    await signRelease(path.join(storeOf(root), name, version), key)
}
