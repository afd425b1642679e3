import type { ReleaseRecord } from './record'

/** Stands for any name of a package that something imports as a whole. */
const anyName = '*'

type Names = ReleaseRecord['needs']

/**
 * The names that a remote imports and the shell does not export, one sentence each.
 * @param needs the names that the remote imports, by lib
 * @param provides the names that the shell exports, by lib
 */
export function missingNames(remote: string, needs: Names, provides: Names): string[] {
  return Object.entries(needs).flatMap(([lib, names]) => {
    const exported = provides[lib]
    if (!exported) return [`${remote} needs ${lib}, which the shell does not share.`]
    return names
      .filter((name) => name !== anyName && !exported.includes(name))
      .map((name) => `${remote} needs ${name} of ${lib}, which the shell does not export.`)
  })
}

/**
 * What keeps releases from running together: names that the shell lacks, and migrations that the database lacks.
 * @param records those of all members of a set
 * @param migrations the versions that the database has; null when it cannot be asked
 */
export function contractProblems(
  records: readonly ReleaseRecord[],
  migrations: readonly string[] | null,
): string[] {
  const shell = records.find(({ name }) => name === 'shell')
  const lacking = records.flatMap(({ name, version, migration }) =>
    migrations === null || migration === null || migrations.includes(migration)
      ? []
      : [`${name} ${version} needs migration ${migration}, which the database does not have.`],
  )
  if (!shell) return ['The set has no shell.', ...lacking]
  return [
    ...records
      .filter((record) => record !== shell)
      .flatMap(({ name, needs }) => missingNames(name, needs, shell.provides)),
    ...lacking,
  ]
}
