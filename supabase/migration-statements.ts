import { loadModule, parse } from 'libpg-query'

/** A node of PostgreSQL's own parse tree, as far as it is looked at. */
export type Node = Record<string, unknown>

/** One migration: its file's name and text. */
export interface Migration {
  file: string
  sql: string
}

export interface Statement {
  file: string
  /** The line its first word stands on. */
  line: number
  /** As PostgreSQL names it: "CreateStmt". */
  kind: string
  node: Node
  /** With the comments before it. */
  text: string
}

/** Why a file could not be read as SQL. */
export interface SyntaxProblem {
  line: number
  message: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What lies below a node, or undefined. */
export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((found, key) => (isNode(found) ? found[key] : undefined), value)
}

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Every node of a kind at or below a value. */
export function below(value: unknown, kind: string): Node[] {
  if (Array.isArray(value)) return value.flatMap((entry) => below(entry, kind))
  if (!isNode(value)) return []
  return Object.entries(value).flatMap(([key, child]) => [
    ...(key === kind && isNode(child) ? [child] : []),
    ...below(child, kind),
  ])
}

/** The words of a list of names: ["private", "is_staff"]. */
export const words = (value: unknown): string[] =>
  list(value).map((entry) => text(at(entry, 'String', 'sval')))

/** "schema.name" of a list of names; what names no schema goes to `public`. */
export function qualified(names: string[]): string {
  return names.length > 1 ? names.slice(-2).join('.') : `public.${names[0] ?? ''}`
}

/** "schema.name" of a table that a statement speaks of. */
export const relation = (value: unknown): string =>
  qualified([text(at(value, 'schemaname')), text(at(value, 'relname'))].filter(Boolean))

/** A type as text, without PostgreSQL's own schema: "int4", "public.orders", "text[]". */
export function typeName(value: unknown): string {
  const names = words(at(value, 'names')).filter((name) => name !== 'pg_catalog')
  return names.join('.') + '[]'.repeat(list(at(value, 'arrayBounds')).length)
}

/** The option of a statement by name, e.g. "security". */
export const option = (options: unknown, name: string): unknown =>
  below(options, 'DefElem').find((element) => element.defname === name)?.arg

/** The offset of the first word, after spaces and comments. */
function firstWord(sql: string): number {
  return /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(sql)?.[0].length ?? 0
}

const lineAt = (sql: string, offset: number): number => sql.slice(0, offset).split('\n').length

/** The statements of a migration by PostgreSQL's own grammar, or why there are none. */
export async function readStatements({ file, sql }: Migration): Promise<Statement[] | SyntaxProblem> {
  if (firstWord(sql) === sql.length) return []
  await loadModule()
  const bytes = Buffer.from(sql)
  try {
    const tree: unknown = await parse(sql)
    return list(at(tree, 'stmts')).map((entry) => {
      // Places are counted in bytes.
      const from = Number(at(entry, 'stmt_location') ?? 0)
      const length = Number(at(entry, 'stmt_len') ?? 0)
      const slice = bytes.subarray(from, length === 0 ? undefined : from + length).toString()
      const before = bytes.subarray(0, from).toString()
      const statement = at(entry, 'stmt')
      const [kind = '', node] = (isNode(statement) ? Object.entries(statement)[0] : undefined) ?? []
      return {
        file,
        line: lineAt(before + slice, before.length + firstWord(slice)),
        kind,
        node: isNode(node) ? node : {},
        text: slice,
      }
    })
  } catch (error) {
    const offset = Number(at(error, 'sqlDetails', 'cursorPosition') ?? 0)
    return { line: lineAt(sql, offset), message: error instanceof Error ? error.message : String(error) }
  }
}

/** Whether an option is set. */
export const isTrue = (value: unknown): boolean =>
  value !== undefined && at(value, 'Boolean', 'boolval') === true
