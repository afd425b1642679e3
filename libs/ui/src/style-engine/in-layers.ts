/** Index after the block that opens at or after `from`; -1 without one. */
function endOfBlock(css: string, from: number): number {
  let depth = 0
  for (let index = css.indexOf('{', from); index >= 0 && index < css.length; index += 1) {
    if (css[index] === '{') depth += 1
    if (css[index] === '}' && --depth === 0) return index + 1
  }
  return -1
}

const layered = /^@layer ([\w-]+)\{/

/** The blocks of a rule, each with its layer. */
function blocksOf(css: string): { layer: string; css: string }[] {
  const end = endOfBlock(css, 0)
  if (end < 0) return css ? [{ layer: '', css }] : []
  const block = css.slice(0, end)
  const [opening, layer = ''] = layered.exec(block) ?? ['']
  return [{ layer, css: layer ? block.slice(opening.length, -1) : block }, ...blocksOf(css.slice(end))]
}

/**
 * The rules with one block for each layer, rather than one for each rule. Layers decide first, so only the order within
 * each of them matters, and that stays.
 */
export function inLayers(rules: readonly string[]): string {
  const layers = new Map<string, string[]>()
  for (const { layer, css } of rules.flatMap(blocksOf)) {
    const same = layers.get(layer) ?? []
    same.push(css)
    layers.set(layer, same)
  }
  return [...layers]
    .map(([layer, css]) => (layer ? `@layer ${layer}{${css.join('')}}` : css.join('')))
    .join('')
}
