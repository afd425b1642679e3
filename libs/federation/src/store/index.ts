export { memberName, parseRecord, releaseRecord, releaseVersion, type ReleaseRecord } from './record'
export {
  recordReleaseUse,
  storeRelease,
  pruneReleases,
  storedVersions,
  storeOf,
  versionOf,
} from './release-store'
