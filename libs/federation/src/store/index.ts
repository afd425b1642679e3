export { composeSet, isServerFile } from './compose-set'
export type { ReleaseRecord } from './record'
export { pruneReleases, recordReleaseUse, storedVersions, versionOf } from './release-store'
export { missingFiles, readRecord, storeRelease, type FinishedBuild } from './store-release'
