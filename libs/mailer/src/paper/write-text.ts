import { shop } from '@shop/settings'
import { linesOf, oneLine, type Block, type Description } from './description'

/** The email as plain text. */
export function writeText({ heading, blocks, terms = [], sender }: Description): string {
  return `${[
    shop.name,
    oneLine(heading),
    ...blocks.map(textOf),
    ...terms.map(textOf),
    `-- \n${sender.map(oneLine).join('\n')}`,
  ].join('\n\n')}\n`
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'heading': {
      const text = oneLine(block.text).toUpperCase()
      return `${text}\n${'-'.repeat(text.length)}`
    }
    case 'paragraph':
      return oneLine(block.text)
    case 'lines':
      return block.lines.map(oneLine).join('\n')
    case 'facts':
      return block.facts.map(({ label, value }) => `${oneLine(label)}: ${oneLine(value)}`).join('\n')
    case 'items':
      return block.items
        .map(
          ({ name, sku, quantity, unit, total }) =>
            `${oneLine(name)}\n  ${sku ? `SKU ${oneLine(sku)}, ` : ''}${String(quantity)} × ${oneLine(unit)} = ${oneLine(total)}`,
        )
        .join('\n')
    case 'panel':
      return [
        `${oneLine(block.label)}: ${oneLine(block.value)}`,
        ...(block.note ? [oneLine(block.note)] : []),
      ].join('\n')
    case 'button':
    case 'link':
      return `${oneLine(block.label)}:\n${block.href}`
    case 'quote':
      // Every line is marked, so that no quoted line looks like the shop's own text.
      return linesOf(block.text)
        .map((line) => `> ${line}`)
        .join('\n')
  }
}
