import { createHash } from 'node:crypto'
import type { Finding } from './migration-remedies'
import type { Migration } from './migration-statements'

// A database that has applied a migration never applies it again: a later change to the file reaches new databases alone.

const line = /^([0-9a-f]{64}) {2}migrations\/(\S+)$/

/** Hash by file of the applied migrations. @param text as `sha256sum` writes it @throws Error naming a line it cannot read */
export function readApplied(text: string): Map<string, string> {
  return new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((each) => {
        const [, hash, file] = line.exec(each) ?? []
        if (!hash || !file) throw new Error(`"${each}" is no line of a list of applied migrations`)
        return [file, hash]
      }),
  )
}

const hashOf = ({ sql }: Migration) => createHash('sha256').update(sql).digest('hex')

/** The differences from the migrations that have been applied. */
export function checkApplied(
  migrations: Migration[],
  applied: Map<string, string>,
): { file: string; finding: Finding }[] {
  const present = new Set(migrations.map(({ file }) => file))
  return [
    ...migrations.flatMap((migration): { file: string; finding: Finding }[] => {
      const { file } = migration
      const hash = applied.get(file)
      if (hash === undefined)
        return [{ file, finding: { rule: 'unlisted', what: 'not listed in applied-migrations.sha256' } }]
      return hash === hashOf(migration)
        ? []
        : [{ file, finding: { rule: 'applied', what: 'changed after it had been applied' } }]
    }),
    ...[...applied.keys()]
      .filter((file) => !present.has(file))
      .map((file): { file: string; finding: Finding } => ({
        file,
        finding: { rule: 'applied', what: 'gone, though it has been applied' },
      })),
  ]
}

/** The list with the migrations added that it lacks; those it has stay as they are. */
export function withNew(migrations: Migration[], applied: Map<string, string>): string {
  const all = new Map([
    ...migrations.map((migration) => [migration.file, hashOf(migration)] as const),
    ...applied,
  ])
  return [...all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, hash]) => `${hash}  migrations/${file}\n`)
    .join('')
}
