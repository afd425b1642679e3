// Every policy by table. Policies add up, so one that is not written here fails, however narrow it is.

/** Policies that also speak to visitors who are not signed in. */
export const policiesForAnyone: Record<string, string[]> = {
  account_creation_tokens: ['Nobody reads account tokens'],
  cart_items: ['Owners change their cart', 'Owners empty their cart', 'Owners see their cart'],
  catalogue_version: ['Anyone sees how new the catalogue is'],
  categories: ['Anyone sees active categories, staff every one'],
  checkout_sessions: ['Whoever knows the id sees the checkout, staff every one'],
  contact_messages: ['Anyone writes to the shop'],
  orders: ['Buyers see their orders, staff every one'],
  products: ['Anyone sees active products, staff every one'],
  shipping_methods: ['Anyone sees active methods, staff every one'],
  shipping_rules: ['Anyone sees active rules, staff every one'],
  shipping_zones: ['Anyone sees active zones, staff every one'],
  shop_settings: ['Anyone reads the settings'],
}

/** Policies for the signed in, staff among them. */
export const policiesForSignedIn: Record<string, string[]> = {
  addresses: [
    'Customers add addresses',
    'Customers change their addresses',
    'Customers delete their addresses',
    'Customers see their addresses, staff every one',
  ],
  admin_users: ['Staff note their own sign-in', 'Staff see their own active record'],
  audit_log: ['Staff see the log'],
  categories: ['Staff add categories', 'Staff change categories', 'Staff delete categories'],
  contact_messages: ['Staff delete letters', 'Staff mark letters', 'Staff read letters'],
  customers: [
    'Customers change themselves',
    'Customers see themselves, staff everyone',
    'Users become customers under their own e-mail',
  ],
  email_outbox: ['Staff see what was sent'],
  gift_card_entries: ['Staff see what gift cards paid'],
  gift_cards: ['Staff see gift cards'],
  inventory_alerts: ['Staff see stock alerts'],
  inventory_movements: ['Staff see stock movements'],
  objects: [
    'Staff delete shop pictures',
    'Staff list shop pictures',
    'Staff replace shop pictures',
    'Staff upload shop pictures',
  ],
  order_events: ['Those who see the order see its events'],
  orders: ['Staff change the status of orders'],
  payment_attempts: ['Staff see payment attempts'],
  products: ['Staff add products', 'Staff change products', 'Staff delete products'],
  promotion_uses: ['Staff see uses of promotions'],
  promotions: ['Staff add promotions', 'Staff change promotions', 'Staff see promotions'],
  profiles: ['Users change their profile', 'Users see their profile, staff every one'],
  shipments: ['Staff add shipments', 'Staff change shipments', 'Those who see the order see its shipments'],
  shipping_methods: ['Staff add methods', 'Staff change methods', 'Staff delete methods'],
  shipping_rules: ['Staff add rules', 'Staff change rules', 'Staff delete rules'],
  shipping_zones: ['Staff add zones', 'Staff change zones', 'Staff delete zones'],
  shop_settings: ['Staff add settings', 'Staff change settings', 'Staff delete settings'],
  wishlist_items: [
    'Customers add to their wishlist',
    'Customers see their wishlist',
    'Customers take from their wishlist',
  ],
  tracking_events: ['Staff add tracking', 'Those who see the shipment see its tracking'],
}
