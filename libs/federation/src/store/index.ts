export { composeSet, isServerFile, releaseBase } from './compose-set'
export { memberName, parseRecord, releaseRecord, releaseVersion, type ReleaseRecord } from './record'
export { pruneReleases, recordReleaseUse, storedVersions, versionOf } from './release-store'
export { missingFiles, readRecord, storeRelease, type FinishedBuild } from './store-release'
