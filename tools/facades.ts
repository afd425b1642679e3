/** The libs that remotes get from the shell. Their exports are a contract between releases. */
export const facades = [
  'auth',
  'cart',
  'pricing',
  'router',
  'settings',
  'state',
  'supabase',
  'ui',
  'wishlist',
] as const
