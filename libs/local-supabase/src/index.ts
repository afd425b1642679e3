export { forkBackend, type BackendProcess } from './backend-process'
export { demoUsers } from './demo-users'
export { startLocalSupabase, type LocalSupabase } from './start'
export { startOwnTestBackend, startTestBackend } from './test-backend'
