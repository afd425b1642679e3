import { isSameUnit, withVariant, type StoredLine } from './cart-line'

/** One change of the cart, requested by the shopper. */
export type CartChange =
  /** `line` is a removed line to show again until the database has responded. */
  | {
      kind: 'add'
      productId: string
      variantId: string | null
      quantity: number
      since?: string
      /** By it the database counts a request once that is sent again. */
      key?: string
      line?: StoredLine
    }
  | { kind: 'set'; lineId: string; quantity: number }
  | { kind: 'variant'; lineId: string; variantId: string }
  | { kind: 'remove'; lineId: string }

/** The cart as shown: its lines, and the quantity of added products that have no line yet. */
export interface CartView {
  lines: StoredLine[]
  pendingQuantity: number
}

const bySince = (one: StoredLine, other: StoredLine) =>
  one.since < other.since ? -1 : Number(one.since > other.since)

/** The lines with this one inserted by age, replacing the lines with its id or of the same product and variant. */
export function withLine(lines: readonly StoredLine[], line: StoredLine): StoredLine[] {
  const isReplaced = (other: StoredLine) => other.id === line.id || isSameUnit(other, line)
  const replaced = lines.find(({ id }) => id === line.id) ?? lines.find(isReplaced)
  return replaced
    ? lines
        .filter((other) => other === replaced || !isReplaced(other))
        .map((other) => (other === replaced ? line : other))
    : [...lines, line].sort(bySince)
}

/** The cart as it will be once the change is made: the optimistic update. */
export function applyOptimistic({ lines, pendingQuantity }: CartView, change: CartChange): CartView {
  switch (change.kind) {
    case 'add': {
      const existing =
        lines.find((line) => isSameUnit(line, change)) ?? (change.line && { ...change.line, quantity: 0 })
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
    case 'variant': {
      const line = lines.find(({ id }) => id === change.lineId)
      if (!line) return { lines, pendingQuantity }
      const changed = withVariant(line, change.variantId)
      const same = lines.find((other) => other !== line && isSameUnit(other, changed))
      const quantity = line.quantity + (same?.quantity ?? 0)
      return { lines: withLine(lines, { ...changed, quantity }), pendingQuantity }
    }
    case 'remove':
      return { lines: lines.filter((line) => line.id !== change.lineId), pendingQuantity }
  }
}
