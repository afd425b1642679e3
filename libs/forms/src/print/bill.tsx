import type { ReactNode } from 'react'
import { Paper, PaperBlocks, PaperHead } from './paper'

/** The content of a bill. All texts are formatted. */
export interface BillProps {
  title: string
  /** Its name for screen readers. */
  label: string
  /** Number, dates, tax point. */
  facts: readonly string[]
  /** Seller and buyer. */
  blocks: readonly { title: string; lines: readonly string[] }[]
  lines: readonly { name: string; note: string | null; quantity: number; unit: string; amount: string }[]
  /** Below the lines; the last is the total. */
  totals: readonly (readonly [label: string, value: string])[]
  /** After the total. */
  children?: ReactNode
}

/** An invoice or a receipt, a page of its own: head, seller and buyer, lines, totals. */
export function Bill({ title, label, facts, blocks, lines, totals, children }: BillProps) {
  return (
    <Paper aria-label={label}>
      <PaperHead title={title}>
        {facts.map((fact) => (
          <div key={fact}>{fact}</div>
        ))}
      </PaperHead>
      <PaperBlocks blocks={blocks} />
      <table>
        <thead>
          <tr>
            <th>Item</th>
            <th data-figure>Quantity</th>
            <th data-figure>Unit price</th>
            <th data-figure>Amount</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, note, quantity, unit, amount }, place) => (
            <tr key={place}>
              <td>
                {name}
                {note && <div>{note}</div>}
              </td>
              <td data-figure>{quantity}</td>
              <td data-figure>{unit}</td>
              <td data-figure>{amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {totals.map(([name, value]) => (
            <tr key={name}>
              <td colSpan={3} data-figure>
                {name}
              </td>
              <td data-figure>{value}</td>
            </tr>
          ))}
        </tfoot>
      </table>
      {children}
    </Paper>
  )
}
