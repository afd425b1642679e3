import { useQueryClient } from '@shop/supabase'
import { useCallback } from 'react'

/** What staff change, and the queries that show it, by the first part of their keys. A new subject is a new line. */
export const shownBy = {
  catalogue: [
    'office-products',
    'product-record',
    'office-categories',
    'stock-of',
    'low-stock',
    'find-by-code',
    'label-units',
    'label-search',
    'office-search',
    'setup-checklist',
    'dashboard-stats',
    'office-tasks',
  ],
  stock: [
    'office-products',
    'product-record',
    'stock-of',
    'low-stock',
    'find-by-code',
    'dashboard-stats',
    'office-tasks',
  ],
  categories: [
    'office-categories',
    'category-choices',
    'search-words',
    'office-products',
    'product-record',
    'category-companions',
    'dashboard-stats',
  ],
  drafts: ['office-drafts', 'draft-order', 'draft-price'],
  orders: [
    'office-orders',
    'office-order',
    'order-history',
    'order-shipments',
    'order-refunds',
    'order-edits',
    'order-change-effects',
    'office-parcels',
    'office-returns',
    'order-returns',
    'exchange-quote',
    'office-takings',
    'office-customers',
    'newest-orders',
    'printed-orders',
    'dashboard-stats',
    'office-tasks',
    'sales-series',
    'recent-activity',
    'office-promotions',
    'promotion-record',
    'promotion-orders',
    'office-gift-cards',
    'gift-card-record',
    'office-search',
    'product-is-ordered',
  ],
  customers: ['office-customers', 'office-search'],
  reminders: ['abandoned-checkouts', 'office-tasks'],
  promotions: ['office-promotions', 'promotion-record', 'promotion-orders'],
  giftCards: ['office-gift-cards', 'gift-card-record'],
  mail: ['failed-mail', 'setup-checklist', 'office-mail'],
  payments: ['returned-payments'],
  companions: ['product-companions', 'category-companions'],
  views: ['saved-views'],
  staff: ['office-staff', 'colleagues', 'audit-people', 'audit-log'],
  settings: [
    'office-settings',
    'office-products',
    'dashboard-stats',
    'sales-series',
    'setup-checklist',
    'office-tasks',
  ],
  shipping: ['office-shipping', 'shipping-explanation', 'setup-checklist'],
  reviews: ['office-reviews', 'office-tasks'],
  searchWords: ['search-words'],
  releases: ['composition', 'canary', 'release-events', 'release-tokens', 'audit-log'],
} as const satisfies Record<string, readonly string[]>

/** Something that staff change. */
export type Subject = keyof typeof shownBy

/**
 * What to call after a change, whether it succeeded or not: every screen that shows one of the subjects reads it again.
 *
 * @returns a function that resolves when the open screens have the new data; it never rejects
 */
export function useRefresh(): (...subjects: Subject[]) => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    (...subjects) => {
      const names = new Set<unknown>(subjects.flatMap((subject) => shownBy[subject]))
      return queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => names.has(name) })
    },
    [queries],
  )
}
