// What an HTTP request to the database API may ask for, judged before it reaches the API: pure, and used by every door to it.

/** The shop embeds one level deep (a product's category, a cart line's product); one is kept in reserve. */
export const maxEmbeddingDepth = 2
/** Tables one reading may embed, at all levels together. */
export const maxEmbeddings = 6

export interface Embedding {
  /** Levels of tables inside tables: 0 for plain columns, 1 for `id, category:categories(name)`. */
  depth: number
  /** Tables embedded at all levels. */
  count: number
}

// PostgREST's aggregate functions, which are written with parentheses but embed nothing.
const aggregate = /(^|[.,(:\s])(count|avg|sum|min|max)\s*$/

/**
 * How deep a PostgREST `select` embeds tables in tables, and how many. Reads any text: what is no valid `select` is
 * counted by its parentheses, so that it never seems smaller than it is.
 * @param select the decoded value of the parameter
 */
export function embeddingOf(select: string): Embedding {
  const open: boolean[] = []
  let depth = 0
  let count = 0
  let quoted = false
  for (let place = 0; place < select.length; place += 1) {
    const sign = select[place]
    if (quoted && sign === '\\') place += 1
    else if (sign === '"') quoted = !quoted
    else if (quoted) continue
    else if (sign === '(') {
      const embeds = !(
        /^\s*\)/.test(select.slice(place + 1, place + 9)) &&
        aggregate.test(select.slice(Math.max(0, place - 16), place))
      )
      open.push(embeds)
      if (!embeds) continue
      count += 1
      depth = Math.max(depth, open.filter(Boolean).length)
      if (depth > maxEmbeddingDepth) return { depth, count }
    } else if (sign === ')') open.pop()
  }
  // An unclosed quote would hide whatever follows it.
  return quoted ? embeddingOf(select.replaceAll('"', '')) : { depth, count }
}

/** Why a reading embeds more than any page of the shop does, in words; undefined when it does not. */
export function refusedEmbedding(query: URLSearchParams): string | undefined {
  for (const [name, value] of query) {
    if (name !== 'select') continue
    const { depth, count } = embeddingOf(value)
    if (depth > maxEmbeddingDepth) return `Tables are embedded more than ${String(maxEmbeddingDepth)} deep.`
    if (count > maxEmbeddings) return `More than ${String(maxEmbeddings)} tables are embedded at once.`
  }
  return undefined
}

/**
 * Why a reading casts a column to a type other than text, in words; undefined when it does not. Only a cast
 * to text succeeds for every value: the error of any other names the value of the row that it failed for.
 */
export function refusedCast(query: URLSearchParams): string | undefined {
  const cast = query.getAll('select').some((select) => /::(?!\s*text\s*(?:[,).]|$))/i.test(select))
  return cast ? 'A column can be cast to text only.' : undefined
}

/**
 * Why the path of a request target is not written the one plain way, in words; undefined when it is. Rules that go by
 * the path could be passed by another spelling of it, such as `%74oken`, `//auth` or `rest/../auth`.
 * @param target as it stands in the request line: path and query
 */
export function refusedPath(target: string): string | undefined {
  const [path = ''] = target.split(/[?#]/, 1)
  if (!path.startsWith('/')) return 'The address must begin with a slash.'
  if (/[\\\s]|\/\/|[^\x21-\x7e]/.test(path))
    return 'The path holds a backslash, an empty part or a character that must be encoded.'
  for (const [, code = ''] of path.matchAll(/%(.{0,2})/g)) {
    if (!/^[0-9a-f]{2}$/i.test(code)) return 'The path holds an incomplete encoding.'
    const sign = String.fromCharCode(Number.parseInt(code, 16))
    if (/[\w.~/\\%\0-]/.test(sign))
      return `The path encodes ${code === '00' ? 'a NUL' : `"${sign}"`}, which must not be encoded.`
  }
  return /\/\.{1,2}(\/|$)/.test(path) ? 'The path holds a relative part.' : undefined
}
