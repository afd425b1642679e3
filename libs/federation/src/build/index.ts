export { defineApp } from './define-app'
export { describePages } from './pages-plugin'
export type { Release } from './release-plugin'
