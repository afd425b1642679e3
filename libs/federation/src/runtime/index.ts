export { parseReleaseSet, remoteFor, type ReleaseSet, type RemoteRelease } from './release-set'
export { createRemotes, RemoteUnavailable, type Remotes } from './remotes'
