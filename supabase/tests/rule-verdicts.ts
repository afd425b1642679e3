import type { Sql } from 'postgres'

/** What a rule of the database says of many texts at once, in their order. */
export async function verdicts(
  sql: Sql,
  rule: 'is_email' | 'holds_link',
  texts: string[],
): Promise<boolean[]> {
  const given = JSON.stringify(texts)
  const rows = await sql<{ yes: boolean }[]>`
    select private.${sql(rule)}(word) as yes
    from jsonb_array_elements_text(${given}::text::jsonb) with ordinality as given (word, place) order by place`
  return rows.map(({ yes }) => yes)
}
