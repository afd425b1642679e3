// Who may do what to which rows: one line a command. A table, a bucket or a function that is not written here fails.

/** A way to act upon rows. */
export const commands = ['select', 'insert', 'update', 'delete'] as const
export type Command = (typeof commands)[number]

/**
 * The rows a visitor reaches: `refused` (no right, 42501), `none` (the right, but no row), their `own`, the `active` ones,
 * `all`, or those with the labels given. Of inserts: the kinds of row that are admitted.
 */
export type Reach = 'refused' | 'none' | 'own' | 'active' | 'all' | readonly string[]

/** By kind of visitor: not signed in, signed in, staff. `nobody` has no session id worth the name, `dismissed` was staff. */
export interface Reaches {
  anon: Reach
  user: Reach
  staff: Reach
  nobody?: Reach
  dismissed?: Reach
}

export type Expectation = Record<Command, Reaches>

const nothing: Reaches = { anon: 'refused', user: 'refused', staff: 'refused' }
/** Right of the role, row level security lets staff alone through. */
const staffRows: Reaches = { anon: 'refused', user: 'none', staff: 'all' }
const staffAdds: Reaches = { anon: 'refused', user: 'refused', staff: 'all' }
const ownRows: Reaches = { anon: 'refused', user: 'own', staff: 'own' }
const ownAndStaff: Reaches = { anon: 'refused', user: 'own', staff: 'all' }
const catalogue: Expectation = {
  select: { anon: 'active', user: 'active', staff: 'all' },
  insert: staffAdds,
  update: staffRows,
  delete: staffRows,
}
const readByStaff: Expectation = { select: staffRows, insert: nothing, update: nothing, delete: nothing }
const cart: Reaches = { anon: 'own', user: 'own', staff: 'own', nobody: 'none' }
const buckets = ['product-images', 'category-images', 'placeholders']
const pictures: Reaches = { anon: 'none', user: 'none', staff: buckets }

/** Every table and view that the API serves, and the files of storage. */
export const expectations: Record<string, Expectation> = {
  'public.account_creation_tokens': { select: nothing, insert: nothing, update: nothing, delete: nothing },
  'public.addresses': { select: ownAndStaff, insert: ownRows, update: ownRows, delete: ownRows },
  'public.admin_users': {
    select: { anon: 'refused', user: 'none', staff: 'own' },
    insert: nothing,
    update: { anon: 'refused', user: 'none', staff: 'own' },
    delete: nothing,
  },
  'public.audit_log': readByStaff,
  'public.cart_items': { select: cart, insert: nothing, update: cart, delete: cart },
  'public.catalogue_version': {
    select: { anon: 'all', user: 'all', staff: 'all' },
    insert: nothing,
    update: nothing,
    delete: nothing,
  },
  'public.categories': catalogue,
  'public.checkout_sessions': {
    select: { anon: 'own', nobody: 'none', user: 'own', staff: 'all' },
    insert: nothing,
    update: nothing,
    delete: nothing,
  },
  'public.contact_messages': {
    select: staffRows,
    insert: { anon: 'all', user: 'all', staff: 'all' },
    update: staffRows,
    delete: staffRows,
  },
  'public.customers': { select: ownAndStaff, insert: ownRows, update: ownRows, delete: nothing },
  'public.email_outbox': readByStaff,
  'public.gift_card_entries': readByStaff,
  'public.gift_cards': readByStaff,
  'public.inventory_alerts': readByStaff,
  'public.inventory_movements': readByStaff,
  'public.order_events': { select: ownAndStaff, insert: nothing, update: nothing, delete: nothing },
  // The order list of a visitor who is not signed in is empty, not an error.
  'public.orders': {
    select: { anon: 'none', user: 'own', staff: 'all' },
    insert: nothing,
    update: staffRows,
    delete: nothing,
  },
  'public.payment_attempts': readByStaff,
  'public.products': catalogue,
  'public.promotion_uses': readByStaff,
  'public.promotions': { select: staffRows, insert: staffAdds, update: staffRows, delete: nothing },
  'public.profiles': { select: ownAndStaff, insert: nothing, update: ownRows, delete: nothing },
  'public.shipments': { select: ownAndStaff, insert: staffAdds, update: staffRows, delete: nothing },
  'public.shipping_methods': catalogue,
  'public.shipping_rules': catalogue,
  'public.shipping_zones': catalogue,
  'public.shop_settings': {
    select: { anon: 'all', user: 'all', staff: 'all' },
    insert: staffAdds,
    update: staffRows,
    delete: staffRows,
  },
  'public.tracking_events': { select: ownAndStaff, insert: staffAdds, update: nothing, delete: nothing },
  'public.wishlist_items': { select: ownRows, insert: ownRows, update: nothing, delete: ownRows },
  'storage.objects': {
    select: pictures,
    insert: { anon: 'refused', user: 'refused', staff: buckets },
    update: pictures,
    delete: pictures,
  },
}

const everyone = ['anon', 'authenticated', 'service_role']
const signedIn = ['authenticated', 'service_role']
const service = ['service_role']

/** Who may execute each function of `public`. */
export const publicFunctions: Record<string, string[]> = {
  adjust_stock: signedIn,
  ask_back_in_stock: everyone,
  apply_gift_card: everyone,
  apply_promotion: everyone,
  cart_add: everyone,
  cart_merge: signedIn,
  check_gift_card: everyone,
  check_promotion: everyone,
  claim_account_token: everyone,
  claim_mail: service,
  complete_checkout: everyone,
  count_products: everyone,
  dashboard_stats: signedIn,
  fail_checkout: everyone,
  issue_account_token: everyone,
  list_brands: everyone,
  issue_gift_card: signedIn,
  read_account_token: everyone,
  reserve_checkout: everyone,
  retry_mail: signedIn,
  search_customers: signedIn,
  search_orders: signedIn,
  search_products: everyone,
  settle_mail: service,
  start_checkout: everyone,
  start_gift_card: everyone,
  sweep: service,
  track_order: everyone,
  wishlist_merge: signedIn,
  void_gift_card: signedIn,
}

/** Of `private`, what policies ask; beyond these only the twins of public functions, for the same roles. */
export const askedByPolicies: Record<string, string[]> = {
  cart_session: everyone,
  guest_session: everyone,
  is_staff: everyone,
  my_customer_id: everyone,
  request_header: everyone,
}

/** Functions of `public` that need no twin: they do no more than their caller could. */
export const withoutTwin = ['claim_mail', 'list_brands', 'settle_mail', 'wishlist_merge']

/** What a call answers by kind of visitor: an error's code, or `ok`. */
export const guardedCalls: { call: string; anon: string; user: string; staff: string; service: string }[] = [
  { call: 'select public.dashboard_stats()', anon: '42501', user: 'PT403', staff: 'ok', service: 'PT403' },
  { call: 'select public.search_orders()', anon: '42501', user: 'PT403', staff: 'ok', service: 'PT403' },
  { call: 'select public.search_customers()', anon: '42501', user: 'PT403', staff: 'ok', service: 'PT403' },
  {
    call: 'select public.adjust_stock((select id from public.products where is_active limit 1), 1)',
    anon: '42501',
    user: 'PT403',
    staff: 'ok',
    service: 'PT403',
  },
  { call: 'select private.dashboard_stats()', anon: '42501', user: 'PT403', staff: 'ok', service: 'PT403' },
  {
    call: 'select private.search_orders(null, null, null, null, 10)',
    anon: '42501',
    user: 'PT403',
    staff: 'ok',
    service: 'PT403',
  },
  { call: 'select public.claim_mail()', anon: '42501', user: '42501', staff: '42501', service: 'ok' },
  {
    call: 'select public.settle_mail(gen_random_uuid())',
    anon: '42501',
    user: '42501',
    staff: '42501',
    service: 'ok',
  },
  { call: 'select public.sweep()', anon: '42501', user: '42501', staff: '42501', service: 'ok' },
  { call: 'select private.sweep()', anon: '42501', user: '42501', staff: '42501', service: 'ok' },
  {
    call: "select private.new_account_token('x', 'y')",
    anon: '42501',
    user: '42501',
    staff: '42501',
    service: '42501',
  },
  {
    call: 'select private.next_order_number()',
    anon: '42501',
    user: '42501',
    staff: '42501',
    service: '42501',
  },
  {
    call: 'select public.issue_gift_card(5000)',
    anon: '42501',
    user: 'PT403',
    staff: 'ok',
    service: 'PT403',
  },
  {
    call: 'select public.void_gift_card(gen_random_uuid())',
    anon: '42501',
    user: 'PT403',
    staff: 'ok',
    service: 'PT403',
  },
  {
    call: 'select public.retry_mail((select id from public.email_outbox limit 1))',
    anon: '42501',
    user: 'PT403',
    staff: 'PT409',
    service: 'PT403',
  },
  {
    call: "select private.is_email('a@b.cd')",
    anon: '42501',
    user: '42501',
    staff: '42501',
    service: '42501',
  },
  { call: "select private.holds_link('a')", anon: '42501', user: '42501', staff: '42501', service: '42501' },
  {
    call: 'select private.new_gift_card(5000)',
    anon: '42501',
    user: '42501',
    staff: '42501',
    service: '42501',
  },
  {
    call: 'select private.deliver_gift_card(null, null)',
    anon: '42501',
    user: '42501',
    staff: '42501',
    service: '42501',
  },
  {
    call: "select private.find_promotion('TRIED')",
    anon: '42501',
    user: '42501',
    staff: '42501',
    service: '42501',
  },
  {
    call: "select private.set_movement('received')",
    anon: '42501',
    user: '42501',
    staff: '42501',
    service: '42501',
  },
]
