import type { Composition, Member } from './composition'

/** "231 KB". */
export const sizeWords = (bytes: number): string => `${Math.ceil(bytes / 1024).toLocaleString('en-GB')} KB`

/** "1.2 s from 34 visits", or that nobody measured. */
export const loadWords = ({ load }: Pick<Member, 'load'>): string =>
  load
    ? `${(load.p75 / 1000).toLocaleString('en-GB', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} s from ${load.visits.toLocaleString('en-GB')} visits`
    : 'Not measured'

/** "3 complete, 1 only recorded". */
export const atHandWords = ({ atHand, onlyRecorded }: Pick<Member, 'atHand' | 'onlyRecorded'>): string =>
  [`${String(atHand.length)} complete`, onlyRecorded > 0 && `${String(onlyRecorded)} only recorded`]
    .filter(Boolean)
    .join(', ')

/** How many libs a member shares, and who provides them. */
export function sharedWords({ name, shared }: Pick<Member, 'name' | 'shared'>): string {
  if (!shared) return 'Not known'
  if (name === 'shell') return `Provides ${String(shared.length)}`
  const count = (provider: string) => shared.filter((each) => each.provider === provider).length
  const own = count(name)
  return [`${String(count('shell'))} from the shell`, own > 0 && `${String(own)} its own`]
    .filter(Boolean)
    .join(', ')
}

/** "10 % of visitors", or all of them. */
export const visitorWords = (share: number): string =>
  share === 100 ? 'All visitors' : `${String(share)} % of visitors`

/** The share of visitors, in percent, who get the live version. */
export const liveShare = ({ canary }: Pick<Member, 'canary'>): number => 100 - (canary?.share ?? 0)

/** A commit as Git shortens it. */
export const shortCommit = (commit: string): string => commit.slice(0, 8)

/** The versions that a rollback changes. */
export const rollbackChanges = ({ members, rollback }: Composition) =>
  rollback
    ? members
        .map(({ name, version }) => ({ name, from: version, to: rollback.members[name] ?? null }))
        .filter(({ from, to }) => from !== to)
    : []
