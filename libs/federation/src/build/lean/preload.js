// In place of Module Federation's: nothing is preloaded by it, since pages name what they preload.
/** @returns no remotes to preload */
export const formatPreloadArgs = () => []

/** Preloads nothing. */
export const preloadAssets = () => Promise.resolve([])

export const defaultPreloadArgs = formatPreloadArgs
export const normalizePreloadExposes = formatPreloadArgs
