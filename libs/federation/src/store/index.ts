export { contractProblems, missingNames } from './contract'
export { parseRecord, releaseRecord, type ReleaseRecord } from './record'
export {
  recordReleaseUse,
  storeRelease,
  pruneReleases,
  storedVersions,
  storeOf,
  versionOf,
} from './release-store'
export { isSigned, keyId, localSigningKey, signRecord, type SigningKey } from './signature'
export { releaseVerifier, sha384, signRelease, verifiedReader } from './verify-release'
