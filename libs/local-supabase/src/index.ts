export { demoUsers } from './demo-users'
export { startLocalSupabase, type LocalSupabase, type LocalSupabaseOptions } from './start'
export { StartError } from './start-error'
export { startTestBackend } from './test-backend'
