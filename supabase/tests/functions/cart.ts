import type { FunctionDeclaration } from '../declaration/function'

/** The functions of cart, by name. */
export const cartFunctions = {
  cart_add: {
    for: 'everyone',
    by: ['guest', 'buyer'],
    args: {
      p_product_id: { good: '"@product@"', bad: 'rejected' },
      p_quantity: { good: '1', bad: 'harmless' },
      p_since: { good: '"2026-01-01T00:00:00Z"', bad: 'harmless' },
      p_variant_id: { good: 'null', bad: 'rejected' },
      p_idempotency_key: { good: '"6f1c4d0e-0000-4000-8000-000000000001"', bad: 'harmless' },
    },
    growth: (facts) => [
      {
        name: 'adding to a cart',
        asker: facts.guest,
        values: [facts.productId],
        text: 'select * from cart_add(p_product_id => $1, p_quantity => 1)',
      },
      {
        name: 'adding a variant to a cart',
        asker: facts.guest,
        values: [facts.sized.id, facts.sized.variant],
        text: 'select * from cart_add(p_product_id => $1, p_quantity => 1, p_variant_id => $2)',
      },
    ],
  },
  cart_change_variant: {
    for: 'everyone',
    by: ['guest', 'buyer'],
    args: {
      p_item_id: { good: '"@victimLine@"', bad: 'rejected' },
      p_variant_id: { good: '"@variant@"', bad: 'rejected' },
    },
  },
  cart_merge: { for: 'signed in', by: ['guest', 'stranger'], args: {} },
} satisfies Record<string, FunctionDeclaration>
