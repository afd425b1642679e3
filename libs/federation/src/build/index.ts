export { compressFolder } from './compress'
export { defineApp, globalNameOf, type AppDefinition } from './define-app'
export type { Release } from './release-plugin'
