/** In place of Module Federation's: nothing is described by a manifest, since release sets name every address and hash. */
export class SnapshotHandler {
  hooks = { lifecycle: {}, registerPlugins: {}, applyPlugin: () => undefined }
}

/** What manifests say of a remote: nothing. */
export const getGlobalRemoteInfo = () => ({})
