/** The rights that a role of staff may include (`private.all_rights` in `supabase/schemas/03_staff_rights.sql`). */
export const rights = [
  'catalogue',
  'orders',
  'refunds',
  'customers',
  'messages',
  'shipping',
  'promotions',
  'gift_cards',
  'settings',
  'money_settings',
  'staff',
  'audit',
  'releases',
  'exports',
  'discounts',
] as const
