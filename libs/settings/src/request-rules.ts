// Limits of requests to the database API, checked by every server that forwards them. Pure functions.

/** The shop embeds one level deep (a product's category, a cart line's product); the second level is spare. */
export const maxEmbeddingDepth = 2
/** Maximum number of tables that one read may embed, on all levels together. */
export const maxEmbeddings = 6

export interface Embedding {
  /** Levels of tables inside tables: 0 for plain columns, 1 for `id, category:categories(name)`. */
  depth: number
  /** Tables embedded at all levels. */
  count: number
}

// PostgREST's aggregate functions have parentheses but embed no table.
const aggregate = /(^|[.,(:\s])(count|avg|sum|min|max)\s*$/

/**
 * How many tables a PostgREST `select` embeds, and how deep. Accepts any text: an invalid `select` is counted by its
 * parentheses, so that it is never underestimated.
 * @param select the decoded value of the parameter
 */
export function embeddingOf(select: string): Embedding {
  const open: boolean[] = []
  let depth = 0
  let count = 0
  let quoted = false
  for (let index = 0; index < select.length; index += 1) {
    const character = select[index]
    if (quoted && character === '\\') index += 1
    else if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '(') {
      const embeds = !(
        /^\s*\)/.test(select.slice(index + 1, index + 9)) &&
        aggregate.test(select.slice(Math.max(0, index - 16), index))
      )
      open.push(embeds)
      if (!embeds) continue
      count += 1
      depth = Math.max(depth, open.filter(Boolean).length)
      if (depth > maxEmbeddingDepth) return { depth, count }
    } else if (character === ')') open.pop()
  }
  // An unclosed quote would hide everything after it.
  return quoted ? embeddingOf(select.replaceAll('"', '')) : { depth, count }
}

/** An error message when a read embeds more than any page of the shop does, or undefined. */
export function rejectedEmbedding(query: URLSearchParams): string | undefined {
  for (const [name, value] of query) {
    if (name !== 'select') continue
    const { depth, count } = embeddingOf(value)
    if (depth > maxEmbeddingDepth) return `Tables are embedded more than ${String(maxEmbeddingDepth)} deep.`
    if (count > maxEmbeddings) return `More than ${String(maxEmbeddings)} tables are embedded at once.`
  }
  return undefined
}

/**
 * An error message when a read casts a column to a type other than text, or undefined. A failed cast would reveal the
 * value of a row in its error, and only a cast to text never fails.
 */
export function rejectedCast(query: URLSearchParams): string | undefined {
  const cast = query.getAll('select').some((select) => /::(?!\s*text\s*(?:[,).]|$))/i.test(select))
  return cast ? 'A column can be cast to text only.' : undefined
}

/**
 * An error message when the path of a request target is not in its normal form, or undefined. Other spellings, such as
 * `%74oken`, `//auth` or `rest/../auth`, could bypass rules that match by path.
 * @param target path and query, as in the request line
 */
export function rejectedPath(target: string): string | undefined {
  const [path = ''] = target.split(/[?#]/, 1)
  if (!path.startsWith('/')) return 'The address must begin with a slash.'
  if (/[\\\s]|\/\/|[^\x21-\x7e]/.test(path))
    return 'The path holds a backslash, an empty part or a character that must be encoded.'
  for (const [, code = ''] of path.matchAll(/%(.{0,2})/g)) {
    if (!/^[0-9a-f]{2}$/i.test(code)) return 'The path holds an incomplete encoding.'
    const character = String.fromCharCode(Number.parseInt(code, 16))
    if (/[\w.~/\\%\0-]/.test(character))
      return `The path encodes ${code === '00' ? 'a NUL' : `"${character}"`}, which must not be encoded.`
  }
  return /\/\.{1,2}(\/|$)/.test(path) ? 'The path holds a relative part.' : undefined
}
