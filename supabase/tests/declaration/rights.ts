/** What staff may be allowed to do. Written here once more, apart from the SQL, so that the SQL can be found wrong. */
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
export type Right = (typeof rights)[number]

export const roles = ['super_admin', 'admin', 'moderator'] as const
export type Role = (typeof roles)[number]

/** The rights of each role. */
export type RightsOfRoles = Readonly<Record<Role, readonly Right[]>>

/** By the values of the setting staff.roles. */
export const rightsBySetting: Readonly<Record<'enforced' | 'equal', RightsOfRoles>> = {
  enforced: {
    super_admin: rights,
    admin: [
      'catalogue',
      'orders',
      'refunds',
      'customers',
      'messages',
      'shipping',
      'promotions',
      'gift_cards',
      'settings',
      'audit',
      'exports',
      'discounts',
    ],
    moderator: ['orders', 'customers', 'messages'],
  },
  equal: { super_admin: rights, admin: rights, moderator: rights },
}
