export { parseReleaseSet, remoteFor, type ReleaseSet } from './release-set'
export { createRemotes, RemoteUnavailable, type Remotes } from './remotes'
