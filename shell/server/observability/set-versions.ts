import type { ReleaseSet } from '@shop/federation'

/** The version of each member of a release set, the shell among them. */
export const setVersions = ({ shell, remotes }: ReleaseSet): Record<string, string> => ({
  ...(shell && { shell: shell.version }),
  ...Object.fromEntries(Object.entries(remotes).map(([name, { version }]) => [name, version])),
})
