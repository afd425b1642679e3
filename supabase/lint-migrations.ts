import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkApplied, readApplied, withNew } from './applied-migrations'
import { remedies, type Finding } from './migration-remedies'
import { checkStatement, roleNames } from './migration-rules'
import {
  at,
  below,
  list,
  option,
  qualified,
  readStatements,
  relation,
  text,
  typeName,
  words,
  type Migration,
  type Statement,
} from './migration-statements'

/** One fault with its place and what to do about it. */
export interface Problem extends Finding {
  file: string
  line: number
  remedy: string
}

const isTimestamp = (version: string): boolean => {
  const [, year = '', rest = ''] = /^(\d{4})(\d{10})$/.exec(version) ?? []
  const [month = '', day = '', hour = '', minute = '', second = ''] = rest.match(/\d\d/g) ?? []
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().replace(/\D/g, '').startsWith(version)
}

function checkNames(files: string[]): { file: string; what: string }[] {
  const versions = files.map((file) => file.slice(0, 14))
  return files.flatMap((file, index) => {
    const version = versions[index] ?? ''
    if (!/^\d{14}_[a-z0-9]+(_[a-z0-9]+)*\.sql$/.test(file) || !isTimestamp(version))
      return [{ file, what: 'not a name of a migration' }]
    return versions.indexOf(version) < index ? [{ file, what: `version ${version} is taken` }] : []
  })
}

const argumentTypes = (parameters: unknown): string =>
  below(parameters, 'FunctionParameter')
    .filter(({ mode }) => !['FUNC_PARAM_OUT', 'FUNC_PARAM_TABLE'].includes(text(mode)))
    .map(({ argType }) => typeName(argType))
    .join(', ')

/** "schema.name(types)" of each function that a statement takes from the role PUBLIC; "schema.*" for all of a schema. */
function revokedFunctions({ kind, node }: Statement): string[] {
  if (
    kind !== 'GrantStmt' ||
    node.is_grant === true ||
    node.objtype !== 'OBJECT_FUNCTION' ||
    !roleNames(node.grantees).includes('public')
  )
    return []
  if (node.targtype === 'ACL_TARGET_ALL_IN_SCHEMA') return words(node.objects).map((schema) => `${schema}.*`)
  return below(node.objects, 'ObjectWithArgs').map(
    (target) =>
      `${qualified(words(target.objname))}(${list(target.objargs)
        .map((type) => typeName(at(type, 'TypeName')))
        .join(', ')})`,
  )
}

/** Functions with more rights than their caller that anybody could call. Replacing one keeps who may call it. */
function checkDefiners(statements: Statement[]): [Statement, Finding][] {
  const known = new Set<string>()
  return statements.flatMap((statement, index) => {
    const { kind, node, file } = statement
    if (kind !== 'CreateFunctionStmt') return []
    const name = qualified(words(node.funcname))
    const signature = `${name}(${argumentTypes(node.parameters)})`
    const isNew = !known.has(signature)
    known.add(signature)
    if (!isNew || at(option(node.options, 'security'), 'Boolean', 'boolval') !== true) return []
    const later = statements
      .slice(index)
      .filter((other) => other.file === file)
      .flatMap(revokedFunctions)
    if (later.some((revoked) => revoked === signature || revoked === `${name.split('.')[0] ?? ''}.*`))
      return []
    return [[statement, { rule: 'definer-revoked', what: `${signature} may be called by anybody` }]]
  })
}

/** The protections of a table in a file. */
function safeguards(statements: Statement[], table: string): string[] {
  return statements.flatMap(({ kind, node }) => {
    if (kind === 'CreatePolicyStmt' && relation(node.table) === table) return ['a policy']
    if (kind === 'AlterTableStmt' && relation(node.relation) === table) {
      return below(node.cmds, 'AlterTableCmd').some(({ subtype }) => subtype === 'AT_EnableRowSecurity')
        ? ['row level security']
        : []
    }
    if (kind !== 'GrantStmt' || !below(node.objects, 'RangeVar').some((target) => relation(target) === table))
      return []
    if (node.is_grant === true) return ['a grant']
    const isWhole =
      list(node.privileges).length === 0 &&
      ['anon', 'authenticated'].every((role) => roleNames(node.grantees).includes(role))
    return isWhole ? ['a revoke from anon and authenticated'] : []
  })
}

function checkTables(statements: Statement[]): [Statement, Finding][] {
  const needed = ['row level security', 'a policy', 'a revoke from anon and authenticated', 'a grant']
  return statements
    .filter(({ kind }) => kind === 'CreateStmt')
    .flatMap((statement) => {
      const table = relation(statement.node.relation)
      if (!table.startsWith('public.') || at(statement.node.relation, 'relpersistence') === 't') return []
      const done = safeguards(
        statements.filter(({ file }) => file === statement.file),
        table,
      )
      const missing = needed.filter((each) => !done.includes(each))
      return missing.length === 0
        ? []
        : [[statement, { rule: 'table-secured', what: `${table} lacks ${missing.join(', ')}` }]]
    })
}

/**
 * Every fault of a set of migrations, in the order of their files and lines.
 * @param applied hash by file of those that have been applied; without it nothing is said of that
 */
export async function lintMigrations(
  migrations: Migration[],
  applied?: Map<string, string>,
): Promise<Problem[]> {
  const sorted = [...migrations].sort((a, b) => (a.file < b.file ? -1 : 1))
  const problem = (file: string, line: number, { rule, what }: Finding): Problem => ({
    file,
    line,
    rule,
    what,
    remedy: remedies[rule],
  })
  const problems = checkNames(sorted.map(({ file }) => file)).map(({ file, what }) =>
    problem(file, 1, { rule: 'file-name', what }),
  )
  if (applied)
    problems.push(...checkApplied(sorted, applied).map(({ file, finding }) => problem(file, 1, finding)))
  const statements: Statement[] = []
  for (const migration of sorted) {
    const read = await readStatements(migration)
    if (Array.isArray(read)) statements.push(...read)
    else problems.push(problem(migration.file, read.line, { rule: 'syntax', what: read.message }))
  }
  const found = [
    ...checkTables(statements),
    ...checkDefiners(statements),
    ...statements.flatMap((each) => checkStatement(each).map((finding) => [each, finding] as const)),
  ]
  problems.push(...found.map(([{ file, line }, finding]) => problem(file, line, finding)))
  return problems.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
}

/** The files of a folder of migrations. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder).map((file) => ({ file, sql: readFileSync(path.join(folder, file), 'utf8') }))
}

/** The migrations of this project. */
export const projectMigrations = fileURLToPath(new URL('migrations', import.meta.url))

/** The list beside a folder of migrations of those that have been applied, with their hashes as `sha256sum --check` reads them. */
export const listBeside = (folder: string): string => path.join(folder, '../applied-migrations.sha256')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [given] = process.argv.slice(2).filter((argument) => argument !== '--list')
  const folder = path.resolve(given ?? projectMigrations)
  const migrations = readMigrations(folder)
  const list = listBeside(folder)
  const applied = existsSync(list) ? readApplied(readFileSync(list, 'utf8')) : undefined
  if (process.argv.includes('--list')) writeFileSync(list, withNew(migrations, applied ?? new Map()))
  const problems = await lintMigrations(
    migrations,
    existsSync(list) ? readApplied(readFileSync(list, 'utf8')) : undefined,
  )
  for (const { file, line, rule, what, remedy } of problems) {
    console.error(
      `${path.relative(process.cwd(), path.join(folder, file))}:${String(line)} ${rule}: ${what}. ${remedy}`,
    )
  }
  process.exitCode = problems.length === 0 ? 0 : 1
}
