export { defineApp } from './define-app'
export { withFinishedBuild } from './finished-build'
export { describePages } from './pages-plugin'
export type { Release } from './release-plugin'
