import {
  localSigningKey,
  publicKeyIn,
  type ReleaseRecord,
  type SigningKey,
  type TrustedKey,
} from '@shop/federation/store'
import type { PageRule } from '@shop/router/server'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root, UsageError, type Environment } from '../environment'

/** The names that a shell's server build exports of each shared lib, the same as its browser build. */
export function providedNames(serverBuild: string): Record<string, string[]> {
  const { shared } = createRequire(serverBuild)(serverBuild) as { shared: Record<string, object> }
  return Object.fromEntries(
    Object.entries(shared).map(([lib, exported]) => [lib, Object.keys(exported).sort()]),
  )
}

/** Names of the database's tables, columns and functions that are words of the scripts in some folders. */
export function databaseNames(folders: readonly string[]): string[] {
  const types = readFileSync(path.join(root, 'libs/supabase/src/database.types.ts'), 'utf8')
  const known = new Set([...types.matchAll(/^\s+(\w+)\??:/gm)].map(([, name = '']) => name))
  const words = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.c?js$/.test(file))
      .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').match(/[a-z_][a-z0-9_]+/g) ?? []),
  )
  return [...new Set(words)].filter((word) => known.has(word)).sort()
}

/** The pages of a finished build that the shop's search finds: those whose routes say by which words. */
export function searchablePages(folder: string): ReleaseRecord['searchable'] {
  const rules: PageRule[] = JSON.parse(readFileSync(path.join(folder, 'pages.json'), 'utf8'))
  return rules.flatMap(({ path: page, head, search }) =>
    head && search && !/[:*]/.test(page) ? [{ path: page, ...head, words: search }] : [],
  )
}

const keyFile = ({ dataDir }: Pick<Environment, 'dataDir'>) => path.join(dataDir, 'release-key.pem')

/** The key that signs what this machine releases, made when there is none. @throws Error when its file has no key */
export const signingKey = (environment: Pick<Environment, 'dataDir'>): Promise<SigningKey> =>
  localSigningKey(keyFile(environment))

/**
 * The public key that somebody named: a file, or `mf-journal=<file>` for one that may sign releases of that member alone.
 * @throws UsageError when the file has none
 */
async function namedKey(named: string): Promise<TrustedKey> {
  const [, member, file = named] = /^([a-z][a-z0-9-]*)=(.+)$/.exec(named) ?? []
  const publicKey = await publicKeyIn(file).catch(() => null)
  if (publicKey !== null) return member === undefined ? { publicKey } : { publicKey, member }
  throw new UsageError(`RELEASE_KEYS: ${file} is no public Ed25519 key: set PEM files, separated by commas.`)
}

/**
 * The keys by which releases may be signed: this machine's own, if it releases, and those it is told to trust.
 * @throws UsageError when one of these cannot be read
 */
export async function trustedKeys(
  environment: Pick<Environment, 'dataDir' | 'releaseKeys'>,
): Promise<TrustedKey[]> {
  const publicKey = await publicKeyIn(keyFile(environment))
  const named = await Promise.all(environment.releaseKeys.map(namedKey))
  return publicKey === null ? named : [{ publicKey }, ...named]
}
