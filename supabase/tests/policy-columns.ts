// Which columns a role of the API may read, insert and update. A granted column that is not written here fails.

export interface Columns {
  /** Columns that are read; every one where it is not said. */
  select?: string
  insert?: string
  update?: string
}

const category = 'name slug description image_url image_alt is_active'
const product =
  'slug name description short_description price compare_at_price images image_alts features materials care brand collection sku ' +
  'inventory_quantity low_stock_threshold track_inventory is_active is_featured category_id'
const zone = 'name description postcodes multiplier position is_active'
const method = 'name description base_price estimated_days_min estimated_days_max features sort_order is_active'
const rule = 'name type priority conditions actions is_active'
const shipment = 'tracking_number carrier shipping_method status estimated_delivery'
const address = 'type is_default first_name last_name address_line_1 address_line_2 city state postal_code country phone'
const letter = 'name email subject message'

/** By table: what visitors who are not signed in may write. */
export const anonColumns: Record<string, Columns> = {
  cart_items: { update: 'quantity' },
  contact_messages: { insert: letter },
}

/** By table: what the signed in may write, staff among them; policies tell them apart. */
export const userColumns: Record<string, Columns> = {
  addresses: { insert: `customer_id ${address}`, update: address },
  admin_users: { update: 'last_login_at' },
  cart_items: { update: 'quantity' },
  categories: { insert: category, update: category },
  contact_messages: { insert: letter, update: 'is_read' },
  customers: { insert: 'user_id email first_name last_name phone accepts_marketing', update: 'first_name last_name phone accepts_marketing' },
  // Not `data`, which may hold the link that opens a customer's account.
  email_outbox: { select: 'id kind recipient subject order_id status attempts last_error next_attempt_at sent_at created_at' },
  orders: { update: 'status payment_status updated_at' },
  products: { insert: product, update: product },
  profiles: { update: 'first_name last_name' },
  shipments: { insert: `order_id ${shipment}`, update: shipment },
  shipping_methods: { insert: method, update: method },
  shipping_rules: { insert: rule, update: rule },
  shipping_zones: { insert: zone, update: zone },
  shop_settings: { insert: 'key value', update: 'value' },
  tracking_events: { insert: 'shipment_id status description location occurred_at' },
}
