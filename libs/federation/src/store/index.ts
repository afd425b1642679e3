export { holdReleases, keepRelease, pruneReleases, storedVersions, storeOf, versionOf, type Holder } from './release-store'
