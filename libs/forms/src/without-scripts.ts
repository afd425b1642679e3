/** The address at which a page is drawn for browsers without scripts. @param path a path of this shop, without a query */
export function withoutScripts(path: string, query: Record<string, string> | URLSearchParams = {}): string {
  const search = new URLSearchParams(query)
  search.set('scripts', 'off')
  return `${path}?${search.toString()}`
}
