export { composeSet, isServerFile } from './compose-set'
export { contractProblems, missingExports, missingMigration } from './contract'
export type { ReleaseRecord } from './record'
export {
  pruneReleases,
  reachableReleases,
  recordReleaseUse,
  storedNames,
  storedVersions,
  versionOf,
} from './release-store'
export { localSigningKey, publicKeyIn, type SigningKey } from './signature'
export { missingFiles, readRecord, storeRelease, type FinishedBuild } from './store-release'
export { releaseVerifier, sha384, signedRecord, signRelease, verifiedReader } from './verify-release'
