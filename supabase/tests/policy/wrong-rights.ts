import type { Sql } from 'postgres'
import type { Command } from '../declaration/table'
import { rights, type Right } from '../declaration/rights'

/** One guard that asks for another right than it should, and the one right with which that shows. */
export interface WrongRight {
  name: string
  /** The only right that staff have while it is tried. */
  only: Right
  apply: string
  /** Where it is to be felt; in calls of functions without it. */
  table?: string
  commands: readonly Command[]
  /** The function that is changed, and the right that it should ask for. */
  changed?: { name: string; right: Right }
  /** The triggers that say what is missing are off, so that policies are tried by themselves. */
  isSilent?: boolean
}

const isRight = (text: string | undefined): text is Right => rights.some((right) => right === text)

/** Some other right: each guard is tried with one, and all take their turns. */
function otherThan(right: Right, index: number): Right {
  const others = rights.filter((other) => other !== right)
  return others[index % others.length] ?? 'releases'
}

/** SQL that leaves every role a single right. */
export const onlyRight = (right: Right): string => `
  create or replace function private.role_includes(p_role text, p_right text) returns boolean
  language sql immutable set search_path = '' as $$ select p_right = '${right}' $$`

const askedFor = /private\.may\('(\w+)'(?:::text)?\)/g

async function wrongPolicies(sql: Sql): Promise<WrongRight[]> {
  const policies = await sql<
    {
      name: string
      table: string
      command: Command
      using: string | null
      check: string | null
      reported: boolean
    }[]
  >`
    select policyname as name, schemaname || '.' || tablename as table, lower(cmd) as command, qual as using, with_check as check,
      exists (select from pg_trigger where tgrelid = format('%I.%I', schemaname, tablename)::regclass and tgname = 'require_right') as reported
    from pg_policies where schemaname in ('public', 'storage') and concat(qual, with_check) like '%private.may(%' order by 2, 1`
  return policies.flatMap(({ name, table, command, using, check, reported }, index) => {
    const right = [...`${using ?? ''} ${check ?? ''}`.matchAll(askedFor)][0]?.[1]
    if (!isRight(right)) return []
    const other = otherThan(right, index)
    const silence = reported ? `alter table ${table} disable trigger require_right;` : ''
    const part = (word: string, text: string | null, by: string): string =>
      text === null ? '' : ` ${word} (${text.replaceAll(askedFor, by)})`
    const mutant = (how: string, only: Right, change: string): WrongRight => ({
      name: `${table}, "${name}": ${how}`,
      only,
      apply: `${silence} alter policy "${name}" on ${table}${change}`,
      table,
      commands: [command],
      isSilent: true,
    })
    const wrong = `private.may('${other}')`
    return [
      ...(using === null ? [] : [mutant(`using ${other}`, right, part('using', using, wrong))]),
      ...(check === null ? [] : [mutant(`with check ${other}`, right, part('with check', check, wrong))]),
      mutant(
        'any staff',
        other,
        part('using', using, 'private.is_staff()') + part('with check', check, 'private.is_staff()'),
      ),
    ]
  })
}

async function wrongTriggers(sql: Sql): Promise<WrongRight[]> {
  const triggers = await sql<
    { name: string; table: string; definition: string; right: string | null; commands: Command[] }[]
  >`
    select tgname as name, tgrelid::regclass::text as table, pg_get_triggerdef(oid) as definition,
      substring(pg_get_triggerdef(oid) from 'require_right_to_write\\(''(\\w+)''\\)') as right,
      array_remove(array[case when tgtype & 4 > 0 then 'insert' end, case when tgtype & 16 > 0 then 'update' end,
        case when tgtype & 8 > 0 then 'delete' end], null) as commands
    from pg_trigger where tgname in ('require_right', 'require_right_to_setting') and not tgisinternal order by 2, 1`
  return triggers.flatMap(({ name, table, definition, right, commands }, index) => {
    const drop = `drop trigger ${name} on ${table}`
    const place = { table: `public.${table}`, commands }
    // It asks by the key of a setting, beside the right to settings.
    if (right === null) return [{ name: `no trigger ${name}`, only: 'settings', apply: drop, ...place }]
    if (!isRight(right)) return []
    const other = otherThan(right, index)
    return [
      { name: `${table}, no trigger ${name}`, only: other, apply: drop, ...place },
      {
        name: `${table}, trigger ${name}: ${other}`,
        only: right,
        apply: `${drop}; ${definition.replace(`'${right}'`, `'${other}'`)}`,
        ...place,
      },
    ]
  })
}

async function wrongFunctions(sql: Sql): Promise<WrongRight[]> {
  const functions = await sql<{ name: string; definition: string; right: string }[]>`
    select proname as name, pg_get_functiondef(oid) as definition, substring(prosrc from 'private\\.require_right\\(''(\\w+)''\\)') as right
    from pg_proc where pronamespace = 'private'::regnamespace and prosrc ~ 'private\\.require_right\\(''' order by 1`
  return functions.flatMap(({ name, definition, right }, index) => {
    if (!isRight(right)) return []
    const other = otherThan(right, index)
    const ask = `private.require_right('${right}')`
    return [
      {
        name: `private.${name}: ${other}`,
        only: right,
        apply: definition.replaceAll(ask, `private.require_right('${other}')`),
        commands: [],
        changed: { name, right },
      },
      {
        name: `private.${name}: any staff`,
        only: other,
        apply: definition.replaceAll(ask, 'private.is_staff()'),
        commands: [],
        changed: { name, right },
      },
    ]
  })
}

/** Every guard that asks for a right, asking for another one, or for none. */
export async function wrongRights(sql: Sql): Promise<WrongRight[]> {
  return [...(await wrongPolicies(sql)), ...(await wrongTriggers(sql)), ...(await wrongFunctions(sql))]
}
