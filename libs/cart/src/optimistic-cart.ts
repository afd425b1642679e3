import type { StoredLine } from './cart-line'

/** One change of the cart, requested by the shopper. */
export type CartChange =
  /** `line` is a removed line to show again until the database has responded. */
  | { kind: 'add'; productId: string; quantity: number; line?: StoredLine }
  | { kind: 'set'; lineId: string; quantity: number }
  | { kind: 'remove'; lineId: string }

/** The cart as shown: its lines, and the quantity of added products that have no line yet. */
export interface CartView {
  lines: StoredLine[]
  pendingQuantity: number
}

const bySince = (one: StoredLine, other: StoredLine) =>
  one.since < other.since ? -1 : Number(one.since > other.since)

/** The lines with this one inserted by age, or replacing the line of the same product. */
export const withLine = (lines: readonly StoredLine[], line: StoredLine): StoredLine[] =>
  lines.some(({ productId }) => productId === line.productId)
    ? lines.map((existing) => (existing.productId === line.productId ? line : existing))
    : [...lines, line].sort(bySince)

/** The cart as it will be once the change is made: the optimistic update. */
export function applyOptimistic({ lines, pendingQuantity }: CartView, change: CartChange): CartView {
  switch (change.kind) {
    case 'add': {
      const existing =
        lines.find((line) => line.productId === change.productId) ??
        (change.line && { ...change.line, quantity: 0 })
      if (!existing) return { lines, pendingQuantity: pendingQuantity + change.quantity }
      return {
        lines: withLine(lines, { ...existing, quantity: existing.quantity + change.quantity }),
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
