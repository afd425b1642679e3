export { composeSet, isServerFile } from './compose-set'
export { parseContainerManifest, type ContainerManifest } from './container-manifest'
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
export { localSigningKey, publicKeyIn, type SigningKey, type TrustedKey } from './signature'
export { scriptsWithoutHash } from './script-hashes'
export { missingFiles, readRecord, storeRelease, type FinishedBuild } from './store-release'
export {
  changedFiles,
  releaseVerifier,
  sha384,
  signedRecord,
  signRelease,
  verifiedReader,
} from './verify-release'
