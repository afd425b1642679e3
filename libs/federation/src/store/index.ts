export { composeSet, isServerFile, releaseBase } from './compose-set'
export { parseRecord, releaseRecord, type ReleaseRecord } from './record'
export { pruneReleases, recordReleaseUse, storedVersions, versionOf } from './release-store'
export { missingFiles, readRecord, storeRelease, type FinishedBuild } from './store-release'
