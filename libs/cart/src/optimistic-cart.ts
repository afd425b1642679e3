import type { StoredLine } from './cart-line'

/** One change of the cart that the shopper asked for. */
export type CartChange =
  /** `line` shows a removed line that is put back, until the database has answered. */
  | {
      kind: 'add'
      productId: string
      variantId?: string
      quantity: number
      since?: string
      line?: StoredLine
    }
  | { kind: 'set'; lineId: string; quantity: number }
  | { kind: 'remove'; lineId: string }

/** The cart as shown: its lines, and the quantity of products added that it has no line for yet. */
export interface CartView {
  lines: StoredLine[]
  pendingQuantity: number
}

const bySince = (one: StoredLine, other: StoredLine) =>
  one.since < other.since ? -1 : Number(one.since > other.since)

/** Whether a line is of this product, and of this variant where it has any. */
export const isLineOf = (
  line: StoredLine,
  { productId, variantId }: { productId: string; variantId?: string | null },
) => line.productId === productId && line.variantId === (variantId ?? null)

/** The lines with one put where it belongs by age, in place of the line of its product. */
export const withLine = (lines: readonly StoredLine[], line: StoredLine): StoredLine[] =>
  lines.some((known) => isLineOf(known, line))
    ? lines.map((known) => (isLineOf(known, line) ? line : known))
    : [...lines, line].sort(bySince)

/** The cart as it will be once the change is made: the optimistic update. */
export function applyOptimistic({ lines, pendingQuantity }: CartView, change: CartChange): CartView {
  switch (change.kind) {
    case 'add': {
      const known =
        lines.find((line) => isLineOf(line, change)) ?? (change.line && { ...change.line, quantity: 0 })
      if (!known) return { lines, pendingQuantity: pendingQuantity + change.quantity }
      return {
        lines: withLine(lines, { ...known, quantity: known.quantity + change.quantity }),
        pendingQuantity,
      }
    }
    case 'set':
      return {
        lines: lines.map((line) =>
          line.id === change.lineId ? { ...line, quantity: change.quantity } : line,
        ),
        pendingQuantity,
      }
    case 'remove':
      return { lines: lines.filter((line) => line.id !== change.lineId), pendingQuantity }
  }
}
