import { chakra } from '@shop/ui'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../kit/dates'
import type { Member } from './composition'
import { atHandWords, liveShare, loadWords, sizeWords, visitorWords } from './release-words'
import { SharedLibs } from './shared-libs'

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', sm: 'max-content minmax(0, 1fr)' },
    columnGap: '1.5rem',
    rowGap: { base: '.15rem', sm: '.45rem' },
    margin: '0',
    '& dt': { color: 'muted', textStyle: 'small' },
    '& dd': { margin: '0', marginBottom: { base: '.45rem', sm: '0' }, overflowWrap: 'anywhere' },
  },
})

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

interface MemberFactsProps {
  member: Member
  /** The members of the live set. */
  members: readonly Member[]
}

/** What is known of a member. */
export function MemberFacts({ member, members }: MemberFactsProps) {
  const { canary } = member
  return (
    <>
      <Facts>
        <Fact name="Owner">{member.owner}</Fact>
        <Fact name="Live version">{member.version ?? 'None'}</Fact>
        {member.version !== null && <Fact name="Share">{visitorWords(liveShare(member))}</Fact>}
        <Fact name="Commit">{member.commit ?? 'Not recorded'}</Fact>
        <Fact name="Released">{member.releasedAt ? formatDateTime(member.releasedAt) : 'Never'}</Fact>
        <Fact name="Scripts">{member.bytes === null ? 'Not recorded' : sizeWords(member.bytes)}</Fact>
        <Fact name="Page load, p75">{loadWords(member)}</Fact>
        <Fact name="Failures in browsers">{member.failures ?? 'Not known'}</Fact>
        {canary && (
          <Fact name="Canary">
            {[
              canary.version,
              visitorWords(canary.share),
              loadWords(canary),
              `${String(canary.failures)} failures`,
            ].join(', ')}
          </Fact>
        )}
        <Fact name="Versions">{atHandWords(member)}</Fact>
      </Facts>
      <SharedLibs member={member} members={members} />
    </>
  )
}
