// Which columns a role of the API may read, insert and update. A granted column that is not written here fails.

export interface Columns {
  /** Columns that are read. Where it is not said, the signed in read every one that the table has; others read none. */
  select?: string
  insert?: string
  update?: string
}

const category = 'name slug description image_url image_alt is_active'
const product =
  'slug name description short_description price compare_at_price images image_alts features materials care brand collection sku ' +
  'inventory_quantity low_stock_threshold track_inventory is_active is_featured category_id'
const zone = 'name description postcodes multiplier position is_active'
const method =
  'name description base_price estimated_days_min estimated_days_max features sort_order is_active'
const rule = 'name type priority conditions actions is_active'
const shipment = 'tracking_number carrier shipping_method status estimated_delivery'
const address =
  'type is_default first_name last_name address_line_1 address_line_2 city state postal_code country phone'
const letter = 'name email subject message'

const promotion =
  'code kind percent amount_pence starts_at ends_at minimum_pence uses_limit uses_per_customer is_active'

const stamps = 'id created_at updated_at'

/** By table: what visitors who are not signed in may read and write. */
export const anonColumns: Record<string, Columns> = {
  cart_items: { select: `${stamps} product_id quantity customer_id session_id`, update: 'quantity' },
  catalogue_version: { select: 'id version changed_at' },
  categories: { select: `${stamps} ${category}` },
  checkout_sessions: {
    select:
      `${stamps} session_id status kind email first_name last_name phone shipping_address billing_address currency subtotal tax_amount ` +
      'shipping_amount total cart_items metadata shipping_method_id stripe_payment_intent_id user_id customer_id expires_at completed_at ' +
      'discount_amount promotion_id promotion_code gift_card_amount gift_card_id gift_card_hint',
  },
  contact_messages: { insert: letter },
  orders: {
    select:
      `${stamps} order_number user_id customer_id email phone status payment_status payment_method currency subtotal tax_amount ` +
      'shipping_amount total shipping_method items shipping_address billing_address checkout_session_id stripe_session_id ' +
      'stripe_payment_intent_id paid_at delivered_at discount_amount promotion_code gift_card_amount gift_card_hint',
  },
  // The price to strike through is the database's own to decide.
  products: { select: `${stamps} ${product} was_price was_price_until` },
  shipping_methods: { select: `${stamps} ${method}` },
  shipping_rules: { select: `${stamps} ${rule}` },
  shipping_zones: { select: `${stamps} ${zone}` },
  shop_settings: { select: 'key value updated_at' },
}

/** By table: what the signed in may read and write, staff among them; policies tell them apart. */
export const userColumns: Record<string, Columns> = {
  addresses: { insert: `customer_id ${address}`, update: address },
  admin_users: { update: 'last_login_at' },
  cart_items: { update: 'quantity' },
  categories: { insert: category, update: category },
  contact_messages: { insert: letter, update: 'is_read' },
  customers: {
    insert: 'user_id email first_name last_name phone accepts_marketing',
    update: 'first_name last_name phone accepts_marketing',
  },
  // Not `data`, which may hold the link that opens a customer's account.
  email_outbox: {
    select:
      'id kind recipient subject order_id status attempts last_error next_attempt_at sent_at created_at',
  },
  // Not the code's hash.
  gift_cards: { select: `${stamps} hint initial_pence balance_pence state expires_at` },
  // Not `data`, which names the member of staff who did it.
  order_events: { select: 'id order_id type description created_at' },
  orders: { update: 'status payment_status updated_at' },
  products: { insert: product, update: product },
  promotions: { insert: promotion, update: promotion },
  profiles: { update: 'first_name last_name' },
  shipments: { insert: `order_id ${shipment}`, update: shipment },
  shipping_methods: { insert: method, update: method },
  shipping_rules: { insert: rule, update: rule },
  shipping_zones: { insert: zone, update: zone },
  shop_settings: { insert: 'key value', update: 'value' },
  wishlist_items: { insert: 'user_id product_id' },
  tracking_events: { insert: 'shipment_id status description location occurred_at' },
}
