import { RemoteUnavailable, type Remotes } from '@shop/federation'
import { FragmentContext, type FragmentHost, type Fragments, type LoadFragment } from '@shop/router'
import { useContext } from 'react'

const isFragments = (exposed: unknown): exposed is Fragments =>
  typeof exposed === 'object' && exposed !== null

/**
 * The fragments of the remotes of a release set.
 * @param rendered those that the server has rendered as parts of the document's page
 */
export const fragmentHost = (
  remotes: Pick<Remotes, 'at' | 'fragments'>,
  rendered: readonly string[] = [],
): FragmentHost => ({
  rendered,
  at: (path) => remotes.at(path),
  async load(path, name) {
    const remote = remotes.at(path) ?? path
    const exposed = await remotes.fragments(remote)
    const fragment = isFragments(exposed) ? exposed[name] : undefined
    if (!fragment) throw new RemoteUnavailable(remote, new Error(`It offers no fragment ${name}`))
    return (await fragment.lazy()).Component
  },
})

/** Loads the fragments that the frame shows. */
export const useLoadFragment = (): LoadFragment => useContext(FragmentContext).load
