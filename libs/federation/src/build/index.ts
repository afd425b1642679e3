export { defineApp, globalNameOf } from './define-app'
export type { Release } from './release-plugin'
