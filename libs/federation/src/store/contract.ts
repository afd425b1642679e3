import type { ReleaseRecord } from './record'

/** Stands for any name of a package that something imports as a whole. */
const anyName = '*'

/** The names that a remote imports and the shell does not export: a sentence for each lib, with the remedy. */
export function missingExports(
  { provides }: Pick<ReleaseRecord, 'provides'>,
  { name: remote, needs }: Pick<ReleaseRecord, 'name' | 'needs'>,
): string[] {
  const remedy = `Promote a shell with it first, or a ${remote} that does without.`
  return Object.entries(needs).flatMap(([lib, names]) => {
    const exported = provides[lib]
    if (!exported) return [`${remote} needs ${lib}, which the shell does not share. ${remedy}`]
    const missing = names.filter((name) => name !== anyName && !exported.includes(name))
    if (missing.length === 0) return []
    return [`${remote} needs ${missing.join(', ')} of ${lib}, which the shell does not export. ${remedy}`]
  })
}

/**
 * The migration that a release was typed against, when the database lacks it, with what to do.
 * @param migrations the versions that the database has; null when it does not say
 */
export function missingMigration(
  { name, version, migration }: Pick<ReleaseRecord, 'name' | 'version' | 'migration'>,
  migrations: readonly string[] | null,
): string[] {
  if (migrations === null || migration === null || migrations.includes(migration)) return []
  return [
    `${name} ${version} needs migration ${migration}, which the database does not have. ` +
      'Apply it first: npm start does for the embedded backend, supabase db push for another.',
  ]
}

/**
 * What keeps releases from running together: names that the shell lacks, and migrations that the database lacks.
 * @param records those of all members of a set
 * @param migrations the versions that the database has; null when it does not say
 */
export function contractProblems(
  records: readonly ReleaseRecord[],
  migrations: readonly string[] | null,
): string[] {
  const shell = records.find(({ name }) => name === 'shell')
  const lacking = records.flatMap((record) => missingMigration(record, migrations))
  if (!shell) return ['The set has no shell.', ...lacking]
  return [
    ...records.filter((record) => record !== shell).flatMap((record) => missingExports(shell, record)),
    ...lacking,
  ]
}
