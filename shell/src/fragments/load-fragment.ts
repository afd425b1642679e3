import { RemoteUnavailable, type Remotes } from '@shop/federation'
import type { Fragments, LoadFragment } from '@shop/router'
import { createContext, useContext } from 'react'

const isFragments = (exposed: unknown): exposed is Fragments =>
  typeof exposed === 'object' && exposed !== null

/** Loads fragments of the remotes of a release set. */
export const fragmentLoader =
  (remotes: Remotes): LoadFragment =>
  async (path, name) => {
    const remote = remotes.at(path) ?? path
    const exposed = await remotes.fragments(remote)
    const fragment = isFragments(exposed) ? exposed[name] : undefined
    if (!fragment) throw new RemoteUnavailable(remote, new Error(`It offers no fragment ${name}`))
    return (await fragment.lazy()).Component
  }

const FragmentContext = createContext<LoadFragment>((path) =>
  Promise.reject(new RemoteUnavailable(path, new Error('Nothing loads fragments here'))),
)

export const FragmentProvider = FragmentContext.Provider

/** Loads the fragments that the frame shows. */
export const useLoadFragment = (): LoadFragment => useContext(FragmentContext)
