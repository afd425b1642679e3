const rules = new Intl.PluralRules('en-GB')

/** A count with its noun: "1 item", "2 items", "1,200 items". @param other the plural when it is not one with an s */
export function counted(count: number, one: string, other = `${one}s`): string {
  // Making a number format takes a slow phone a twentieth of a second; most counts need none.
  const digits = count < 1000 ? String(count) : count.toLocaleString('en-GB')
  return `${digits} ${rules.select(count) === 'one' ? one : other}`
}
