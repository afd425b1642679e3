import { maybeRow, row, rows, type Backend } from '@shop/supabase'
import type { StoredLine } from './cart-line'
import { cartMessages } from './cart-messages'
import type { CartOwner } from './list-cart'

/** One wish of the shopper. */
export type CartChange =
  /** `line` is how it will look until the database has it: for a line that is put back, where it stood. */
  | { kind: 'add'; productId: string; quantity: number; line?: StoredLine }
  | { kind: 'set'; lineId: string; quantity: number }
  | { kind: 'remove'; lineId: string }
  | { kind: 'clear'; owner: CartOwner | null }

/** What the cart will be: its lines, and how many pieces of products that it does not hold yet. */
export interface CartView {
  lines: StoredLine[]
  arriving: number
}

const byPlace = (one: StoredLine, other: StoredLine) => (one.since < other.since ? -1 : Number(one.since > other.since))

/** The cart as it will be once the change is made. */
export function afterChange({ lines, arriving }: CartView, change: CartChange): CartView {
  switch (change.kind) {
    case 'add': {
      const known = lines.some((line) => line.productId === change.productId)
      if (!known && change.line) return { lines: [...lines, { ...change.line, quantity: change.quantity }].sort(byPlace), arriving }
      if (!known) return { lines, arriving: arriving + change.quantity }
      const more = (line: StoredLine) => ({ ...line, quantity: line.quantity + change.quantity })
      return { lines: lines.map((line) => (line.productId === change.productId ? more(line) : line)), arriving }
    }
    case 'set':
      return { lines: lines.map((line) => (line.id === change.lineId ? { ...line, quantity: change.quantity } : line)), arriving }
    case 'remove':
      return { lines: lines.filter((line) => line.id !== change.lineId), arriving }
    case 'clear':
      return { lines: [], arriving: 0 }
  }
}

async function clearCart(db: Backend, owner: CartOwner | null): Promise<void> {
  if (!owner) return
  const items = db.from('cart_items').delete()
  if (owner.kind === 'guest') {
    await row(items.eq('session_id', owner.id))
    return
  }
  const customer: { id?: unknown } | null = await maybeRow(
    db.from('customers').select('id').eq('user_id', owner.id).maybeSingle(),
  )
  if (typeof customer?.id === 'string') await row(items.eq('customer_id', customer.id))
}

/**
 * Makes the change in the database.
 *
 * @param ids what lines that were put back are called now, by the id they still have on screen; an add writes it
 * @throws BackendError 'Only {n} items available.' with the hint 'insufficient_stock', or another refusal
 */
export async function sendChange(db: Backend, change: CartChange, ids: Map<string, string>): Promise<void> {
  switch (change.kind) {
    case 'add': {
      const place = change.line?.since ? { p_since: change.line.since } : {}
      const made = await row(db.rpc('cart_add', { p_product_id: change.productId, p_quantity: change.quantity, ...place }))
      if (change.line) ids.set(change.line.id, made.id)
      return
    }
    case 'set': {
      const changed = await rows(db.from('cart_items').update({ quantity: change.quantity }).eq('id', ids.get(change.lineId) ?? change.lineId).select('id'))
      if (changed.length === 0) throw new Error(cartMessages.updateFailed.description)
      return
    }
    case 'remove':
      await row(db.from('cart_items').delete().eq('id', ids.get(change.lineId) ?? change.lineId))
      return
    case 'clear':
      await clearCart(db, change.owner)
  }
}
