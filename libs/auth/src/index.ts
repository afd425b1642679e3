export type { Account } from './account'
export { AuthProvider, useAuth } from './auth-provider'
export { RequireAdmin, RequireSignIn } from './guards'
