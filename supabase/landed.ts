import { createHash } from 'node:crypto'
import type { Finding } from './migration-remedies'
import type { Migration } from './migration-statements'

// Databases that have run a migration never run it again: what is changed in it afterwards reaches new ones alone.

const line = /^([0-9a-f]{64}) {2}migrations\/(\S+)$/

/** Hash by file of the migrations that have landed. @param text as `sha256sum` writes it @throws Error naming a line it cannot read */
export function readLanded(text: string): Map<string, string> {
  return new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((each) => {
        const [, hash, file] = line.exec(each) ?? []
        if (!hash || !file) throw new Error(`"${each}" is no line of a list of landed migrations`)
        return [file, hash]
      }),
  )
}

const hashOf = ({ sql }: Migration) => createHash('sha256').update(sql).digest('hex')

/** What differs from what has landed. */
export function checkLanded(
  migrations: Migration[],
  landed: Map<string, string>,
): { file: string; finding: Finding }[] {
  const present = new Set(migrations.map(({ file }) => file))
  return [
    ...migrations.flatMap((migration): { file: string; finding: Finding }[] => {
      const { file } = migration
      const hash = landed.get(file)
      if (hash === undefined)
        return [{ file, finding: { rule: 'unlisted', what: 'not listed in landed.sha256' } }]
      return hash === hashOf(migration)
        ? []
        : [{ file, finding: { rule: 'landed', what: 'changed after it had landed' } }]
    }),
    ...[...landed.keys()]
      .filter((file) => !present.has(file))
      .map((file): { file: string; finding: Finding } => ({
        file,
        finding: { rule: 'landed', what: 'gone, though it had landed' },
      })),
  ]
}

/** The list with the migrations added that it lacks; those it has stay as they are. */
export function withNew(migrations: Migration[], landed: Map<string, string>): string {
  const all = new Map([
    ...migrations.map((migration) => [migration.file, hashOf(migration)] as const),
    ...landed,
  ])
  return [...all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, hash]) => `${hash}  migrations/${file}\n`)
    .join('')
}
