import { screenAt } from '../../frame/layout/screens'

interface Subject {
  /** "Products": of the filter. */
  label: string
  /** "product": in a sentence. */
  one: string
  /** The address of a record's screen, and its search parameter, if one record can be opened there. */
  screen?: string
  param?: string
}

/** What the log is about, by table. */
export const subjects: Readonly<Record<string, Subject>> = {
  admin_users: { label: 'Staff and sign-ins', one: 'staff member', screen: '/admin/staff' },
  categories: { label: 'Categories', one: 'category', screen: '/admin/categories', param: 'category' },
  category_relations: {
    label: 'What goes with categories',
    one: 'what goes with',
    screen: '/admin/categories',
  },
  checkout_sessions: { label: 'Abandoned checkouts', one: 'abandoned checkout', screen: '/admin/abandoned' },
  contact_messages: { label: 'Messages', one: 'message', screen: '/admin/messages', param: 'message' },
  customers: { label: 'Customers', one: 'customer', screen: '/admin/customers', param: 'customer' },
  customer_notes: {
    label: 'Notes on customers',
    one: 'note on',
    screen: '/admin/customers',
    param: 'customer',
  },
  gift_cards: { label: 'Gift cards', one: 'gift card', screen: '/admin/gift-cards', param: 'card' },
  order_notes: { label: 'Notes on orders', one: 'note on order', screen: '/admin/orders', param: 'order' },
  orders: { label: 'Orders', one: 'order', screen: '/admin/orders', param: 'order' },
  product_relations: {
    label: 'What goes with products',
    one: 'what goes with',
    screen: '/admin/products',
    param: 'product',
  },
  product_variants: {
    label: 'Product variants',
    one: 'variant',
    screen: '/admin/products',
    param: 'product',
  },
  products: { label: 'Products', one: 'product', screen: '/admin/products', param: 'product' },
  promotions: { label: 'Promotions', one: 'promotion', screen: '/admin/promotions' },
  release_events: { label: 'Releases', one: 'release', screen: '/admin/releases' },
  release_tokens: { label: 'Release tokens', one: 'release token', screen: '/admin/releases' },
  reviews: { label: 'Reviews', one: 'review of', screen: '/admin/reviews' },
  search_synonyms: { label: 'Search words', one: 'entry of search words', screen: '/admin/search-words' },
  shipments: { label: 'Shipments', one: 'shipment of order', screen: '/admin/orders', param: 'order' },
  shipping_methods: { label: 'Delivery methods', one: 'delivery method', screen: '/admin/shipping' },
  shipping_rules: { label: 'Delivery rules', one: 'delivery rule', screen: '/admin/shipping' },
  shipping_zones: { label: 'Delivery zones', one: 'delivery zone', screen: '/admin/shipping' },
  shop_settings: { label: 'Settings', one: 'setting', screen: '/admin/settings' },
  staff_invitations: { label: 'Invitations of staff', one: 'invitation', screen: '/admin/staff' },
  tracking_events: { label: 'Tracking', one: 'tracking of order', screen: '/admin/orders', param: 'order' },
}

/** What a table is called in a sentence; a table that is not known here by its name. */
export const subjectName = (table: string): string => subjects[table]?.one ?? table.replaceAll('_', ' ')

/** The address of a record's screen, or null if there is none. @param opens what the screen opens it by; null once it is gone */
export function recordPath(table: string, opens: string | null): string | null {
  const subject = subjects[table]
  if (!subject?.screen || opens === null || !screenAt(subject.screen)) return null
  return subject.param
    ? `${subject.screen}?${new URLSearchParams({ [subject.param]: opens }).toString()}`
    : subject.screen
}
