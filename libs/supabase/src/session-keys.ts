/** Where this browser keeps its sessions: that of the shop, and that of the back office. */
export const shopSessionKey = 'aurelle_auth'
export const staffSessionKey = 'aurelle_staff'
