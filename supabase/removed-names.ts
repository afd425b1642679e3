import {
  at,
  below,
  list,
  readStatements,
  text,
  words,
  type Migration,
  type Statement,
} from './migration-statements'

const dropped = new Set(['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_MATVIEW', 'OBJECT_TYPE', 'OBJECT_FUNCTION'])
const renamed = new Set(['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_TYPE', 'OBJECT_COLUMN', 'OBJECT_FUNCTION'])

/** The last part of a name, such as `products` of `public.products`; of a function without its arguments. */
function lastName(value: unknown): string[] {
  const parts = words(at(value, 'List', 'items'))
  const named = parts.length > 0 ? parts : words(at(value, 'ObjectWithArgs', 'objname'))
  return named.slice(-1)
}

/** Names of tables, columns, types and functions that a statement takes away. */
function takenAway({ kind, node }: Statement): string[] {
  switch (kind) {
    case 'DropStmt':
      return dropped.has(text(node.removeType)) ? list(node.objects).flatMap(lastName) : []
    case 'AlterTableStmt':
      return below(node.cmds, 'AlterTableCmd').flatMap(({ subtype, name }) =>
        subtype === 'AT_DropColumn' ? [text(name)] : [],
      )
    case 'RenameStmt':
      if (!renamed.has(text(node.renameType))) return []
      if (node.renameType === 'OBJECT_COLUMN') return [text(node.subname)]
      return node.renameType === 'OBJECT_FUNCTION'
        ? lastName(node.object)
        : [text(at(node.relation, 'relname'))]
    default:
      return []
  }
}

/** Names of tables and functions that a statement makes. */
function made({ kind, node }: Statement): string[] {
  if (kind === 'CreateFunctionStmt') return words(node.funcname).slice(-1)
  return kind === 'CreateStmt' ? [text(at(node.relation, 'relname'))] : []
}

/** The names that a migration drops or renames and does not make again. @throws Error when it is no SQL */
export async function removedNames(migration: Migration): Promise<string[]> {
  const statements = await readStatements(migration)
  if (!Array.isArray(statements)) throw new Error(`${migration.file} cannot be read`)
  const again = new Set(statements.flatMap(made))
  return [...new Set(statements.flatMap(takenAway))].filter((name) => name && !again.has(name))
}

/** The names of the database that a release uses. */
interface DatabaseUse {
  name: string
  version: string
  /** The last migration that it was typed against; null when it is not known. */
  migration: string | null
  /** Names of tables, columns and functions in its code. */
  database: readonly string[]
}

/**
 * Releases that a database breaks: a migration after the one they were typed against takes away a name that is in their code.
 * @param releases those that visitors can reach, or are about to
 * @returns a sentence for each
 */
export async function brokenByMigrations(
  migrations: readonly Migration[],
  releases: readonly DatabaseUse[],
): Promise<string[]> {
  const problems: string[] = []
  for (const migration of migrations) {
    const later = releases.filter(
      ({ migration: head }) => head !== null && migration.file.slice(0, 14) > head,
    )
    if (later.length === 0) continue
    const removed = await removedNames(migration)
    for (const { name, version, database } of later)
      for (const gone of removed.filter((one) => database.includes(one)))
        problems.push(`${migration.file} takes away ${gone}, which ${name} ${version} uses.`)
  }
  return problems
}
