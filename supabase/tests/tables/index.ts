import type { PolicyDeclaration, TableDeclaration } from '../declaration/table'
import { accountCreationTokens } from './account-creation-tokens'
import { addresses } from './addresses'
import { adminUsers } from './admin-users'
import { auditLog } from './audit-log'
import { cartItems } from './cart-items'
import { catalogueVersion } from './catalogue-version'
import { categories } from './categories'
import { checkoutSessions } from './checkout-sessions'
import { contactMessages } from './contact-messages'
import { contactReplies } from './contact-replies'
import { customerNotes } from './customer-notes'
import { customers } from './customers'
import { emailOutbox } from './email-outbox'
import { exchanges } from './exchanges'
import { giftCardEntries } from './gift-card-entries'
import { giftCards } from './gift-cards'
import { inventoryAlerts } from './inventory-alerts'
import { inventoryMovements } from './inventory-movements'
import { orderEvents } from './order-events'
import { orderNotes } from './order-notes'
import { orders } from './orders'
import { paymentAttempts } from './payment-attempts'
import { productVariants } from './product-variants'
import { productRatings } from './product-ratings'
import { products } from './products'
import { profiles } from './profiles'
import { promotionUses } from './promotion-uses'
import { promotions } from './promotions'
import { categoryRelations, productRelations } from './relations'
import { refundLines } from './refund-lines'
import { refunds } from './refunds'
import { releaseEvents, releases, releaseSets, releaseState, remotes } from './releases'
import { returnLines } from './return-lines'
import { returnedPayments } from './returned-payments'
import { returns } from './returns'
import { reviews } from './reviews'
import { searchSynonyms } from './search-synonyms'
import { shipmentLines } from './shipment-lines'
import { shipments } from './shipments'
import { shippingMethods } from './shipping-methods'
import { shippingRules } from './shipping-rules'
import { shippingZones } from './shipping-zones'
import { shopSettings } from './shop-settings'
import { staffViews } from './staff-views'
import { staffInvitations } from './staff-invitations'
import { storageObjects } from './storage-objects'
import { trackingEvents } from './tracking-events'
import { wishlistItems } from './wishlist-items'

/**
 * Every table that the API serves, by its name in `public`. Rows are seeded, and those of attackers restored, in this order:
 * parents before children.
 */
export const tables: Readonly<Record<string, TableDeclaration>> = {
  categories,
  products,
  product_variants: productVariants,
  product_relations: productRelations,
  category_relations: categoryRelations,
  inventory_movements: inventoryMovements,
  inventory_alerts: inventoryAlerts,
  catalogue_version: catalogueVersion,
  shop_settings: shopSettings,
  shipping_zones: shippingZones,
  shipping_methods: shippingMethods,
  shipping_rules: shippingRules,
  search_synonyms: searchSynonyms,
  profiles,
  customers,
  addresses,
  admin_users: adminUsers,
  audit_log: auditLog,
  staff_views: staffViews,
  wishlist_items: wishlistItems,
  checkout_sessions: checkoutSessions,
  // Carts are restored by what checkouts are left.
  cart_items: cartItems,
  payment_attempts: paymentAttempts,
  orders,
  order_events: orderEvents,
  refunds,
  refund_lines: refundLines,
  remotes,
  releases,
  release_sets: releaseSets,
  release_state: releaseState,
  release_events: releaseEvents,
  returned_payments: returnedPayments,
  returns,
  return_lines: returnLines,
  exchanges,
  product_ratings: productRatings,
  reviews,
  shipments,
  shipment_lines: shipmentLines,
  tracking_events: trackingEvents,
  promotions,
  promotion_uses: promotionUses,
  gift_cards: giftCards,
  gift_card_entries: giftCardEntries,
  account_creation_tokens: accountCreationTokens,
  contact_messages: contactMessages,
  email_outbox: emailOutbox,
  contact_replies: contactReplies,
  customer_notes: customerNotes,
  order_notes: orderNotes,
  staff_invitations: staffInvitations,
}

/** The same and the files of storage, by schema and name. */
export const guarded: Readonly<Record<string, PolicyDeclaration>> = {
  ...Object.fromEntries(Object.entries(tables).map(([name, declaration]) => [`public.${name}`, declaration])),
  'storage.objects': storageObjects,
}
