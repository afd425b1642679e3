import { internal, type GuardedCall } from '../declaration/function'

/** Of `private`, what policies and functions of the API ask, and who may execute it. */
export const askedByPolicies: Record<string, string[]> = {
  anybody_causes: ['service_role'],
  applied_migrations: ['anon', 'authenticated', 'service_role'],
  canary_share: ['anon', 'authenticated', 'service_role'],
  cart_session: ['anon', 'authenticated', 'service_role'],
  guest_session: ['anon', 'authenticated', 'service_role'],
  is_option_list: ['authenticated', 'service_role'],
  is_option_text: ['authenticated', 'service_role'],
  is_size_guide: ['authenticated', 'service_role'],
  is_size_guide_text: ['authenticated', 'service_role'],
  is_staff: ['anon', 'authenticated', 'service_role'],
  item_picture_stems: ['authenticated', 'service_role'],
  may: ['anon', 'authenticated', 'service_role'],
  my_customer_id: ['anon', 'authenticated', 'service_role'],
  my_user_id: ['anon', 'authenticated', 'service_role'],
  opened_checkout: ['anon', 'authenticated', 'service_role'],
  order_recipient: ['authenticated', 'service_role'],
  picture_stem: ['authenticated', 'service_role'],
  tracking_key: ['authenticated', 'service_role'],
  picture_stems: ['authenticated', 'service_role'],
  publish_products: ['service_role'],
  request_header: ['anon', 'authenticated', 'service_role'],
  require_user: ['anon', 'authenticated', 'service_role'],
  take_mail_room: ['service_role'],
  slug: ['authenticated', 'service_role'],
  used_pictures: ['service_role'],
}

/** Calls of functions of `private` that only others of the database make. */
export const privateCalls: readonly GuardedCall[] = [
  { call: "select private.new_account_token('x', 'y')", ...internal },
  { call: 'select private.next_order_number()', ...internal },
  { call: "select private.is_email('a@b.cd')", ...internal },
  { call: "select private.holds_link('a')", ...internal },
  { call: 'select private.new_gift_card(5000)', ...internal },
  { call: 'select private.deliver_gift_card(null, null)', ...internal },
  { call: "select private.find_promotion('TRIED')", ...internal },
  { call: "select private.set_movement('received')", ...internal },
  { call: "select private.use_release_token('x')", ...internal },
]
