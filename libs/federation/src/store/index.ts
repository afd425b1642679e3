export { holdReleases, keepRelease, pruneReleases, storedVersions, storeOf, versionOf } from './release-store'
