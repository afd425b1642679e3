export type { LocalSupabase } from './start'
export { startOwnTestBackend, startTestBackend } from './test-backend'
