export type { Account, Admin, AuthState } from './account'
export { AuthProvider, useAuth, type Auth, type SignUp } from './auth-provider'
export { RequireAdmin, RequireSignIn } from './guards'
