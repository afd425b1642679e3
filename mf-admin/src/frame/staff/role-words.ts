/** The roles of staff, from the one that may do everything. */
export const staffRoles = ['super_admin', 'admin', 'moderator'] as const
export type StaffRole = (typeof staffRoles)[number]

/** What each role is called. */
export const roleLabels: Readonly<Record<StaffRole, string>> = {
  super_admin: 'Super admin',
  admin: 'Admin',
  moderator: 'Moderator',
}

/** What each role includes (decision 0024), in a sentence. */
export const roleNotes: Readonly<Record<StaffRole, string>> = {
  super_admin: 'Everything, staff and the settings of prices and payment included.',
  admin: 'Everything but staff, releases and the settings of prices and payment.',
  moderator: 'Orders, customers and messages.',
}
