export {
  recordReleaseUse,
  storeRelease,
  pruneReleases,
  storedVersions,
  storeOf,
  versionOf,
} from './release-store'
