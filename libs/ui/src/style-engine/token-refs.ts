/** A token, or tokens by name; `DEFAULT` is the one that has the name of the group. */
interface TokenTree {
  readonly [name: string]: TokenTree | string | number | readonly unknown[]
}

const escaped = (text: string) => text.replace(/[^a-zA-Z0-9_\u0081-\uffff-]/g, (sign) => `\\${sign}`)
const dashed = (text: string) => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** What stands for each token in CSS, by kind and name. */
export type TokenRefs = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * The custom properties of a theme's tokens, as Chakra names them. Their values are in the styles of every page.
 * @param prefix of all custom properties
 * @param kinds tokens by kind; spacing may also be negative
 */
export function tokenRefs(prefix: string, kinds: Readonly<Record<string, object>>): TokenRefs {
  const refsOf = (kind: string, tree: object, above: readonly string[] = []): [string, string][] =>
    Object.entries(tree as TokenTree).flatMap(([name, child]) => {
      const path = name === 'DEFAULT' ? above : [...above, name]
      if (typeof child !== 'object' || Array.isArray(child)) return []
      if (!('value' in child)) return refsOf(kind, child, path)
      const ref = `var(--${dashed(escaped([prefix, kind, ...path].join('-')))})`
      const token: [string, string] = [path.join('.'), ref]
      return kind === 'spacing' ? [token, [`-${token[0]}`, `calc(${ref} * -1)`]] : [token]
    })
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, tree]) => [kind, Object.fromEntries(refsOf(kind, tree))]),
  )
}
