export type { Account } from './account'
export { AuthProvider, useAuth } from './auth-provider'
export { RequireSignIn } from './guards'
