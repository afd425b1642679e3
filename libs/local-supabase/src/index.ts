export { forkBackend, type BackendProcess } from './backend-process'
export { demoUsers } from './demo-users'
