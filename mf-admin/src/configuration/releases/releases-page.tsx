import { Button, chakra, Icon, Text } from '@shop/ui'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import * as v from 'valibot'
import { ListScreen } from '../../frame/list-screen/list-screen'
import { columnHelper } from '../../kit/columns'
import { formatDateTime } from '../../kit/dates'
import { RowLink } from '../../kit/row-link'
import { pageParam } from '../../kit/url-state'
import { CanaryPanel } from './canary-panel'
import { compositionQuery, type Composition, type Member } from './composition'
import { MemberDialog } from './member-dialog'
import { PreviewLink } from './preview-link'
import { ReleaseHistory } from './release-history'
import { ReleaseTokens } from './release-tokens'
import {
  atHandWords,
  liveShare,
  loadWords,
  sharedWords,
  shortCommit,
  sizeWords,
  visitorWords,
} from './release-words'
import { RollbackForm } from './rollback-form'

const params = v.object({ page: pageParam() })
const live = { tables: ['release_state'], keys: [['composition'], ['canary'], ['release-events']] }
const column = columnHelper<Member>()
const columns = column.columns([
  column.accessor('name', {
    header: 'Member',
    meta: { narrow: 'title' },
    cell: ({ getValue, row }) => (
      <>
        <RowLink id={row.id}>{getValue()}</RowLink>
        <Text as="span" display="block" textStyle="micro" color="muted">
          {row.original.owner}
        </Text>
      </>
    ),
  }),
  column.accessor('version', {
    header: 'Version',
    meta: { narrow: 'detail' },
    cell: ({ getValue, row: { original } }) => {
      const version = getValue()
      const { canary, commit } = original
      return (
        <chakra.span overflowWrap="anywhere">
          {version ?? 'Not live'}
          {version !== null && (
            <Text as="span" display="block" textStyle="micro" color="muted">
              {[visitorWords(liveShare(original)), commit !== null && `commit ${shortCommit(commit)}`]
                .filter(Boolean)
                .join(', ')}
            </Text>
          )}
          {canary && (
            <chakra.span display="block" marginTop=".35rem">
              {canary.version}
              <Text as="span" display="block" textStyle="micro" color="muted">
                {visitorWords(canary.share)}, canary
              </Text>
            </chakra.span>
          )}
        </chakra.span>
      )
    },
  }),
  column.accessor('releasedAt', {
    header: 'Released',
    meta: { narrow: 'asideDetail' },
    cell: ({ getValue }) => {
      const at = getValue()
      return at ? <time dateTime={at.toISOString()}>{formatDateTime(at)}</time> : 'Never'
    },
  }),
  column.accessor('bytes', {
    header: 'Scripts',
    meta: { narrow: 'aside', align: 'end' },
    cell: ({ getValue }) => {
      const bytes = getValue()
      return bytes === null ? 'Not recorded' : sizeWords(bytes)
    },
  }),
  column.accessor(loadWords, { id: 'load', header: 'Page load, p75' }),
  column.accessor(({ failures }) => failures?.toLocaleString('en-GB') ?? 'Not known', {
    id: 'failures',
    header: 'Failures',
    meta: { align: 'end' },
  }),
  column.accessor(sharedWords, { id: 'shared', header: 'Shared libraries' }),
  column.accessor(atHandWords, { id: 'atHand', header: 'At hand' }),
])

/** What runs of each part of the shop, the versions at hand, and what was made live before. */
export function Component() {
  // As it was seen when the question was asked.
  const [rollingBack, setRollingBack] = useState<Composition | null>(null)
  return (
    <ListScreen
      title="Releases"
      label="Members"
      params={params}
      query={() => compositionQuery}
      staleMs={0}
      text={({ data }) =>
        data ? `Set ${data.live ?? 'none'}, live since ${formatDateTime(data.since)}` : 'Loading'
      }
      aside={({ data }) =>
        data?.live != null && (
          <>
            <PreviewLink of={{ set: data.live }} label={`set ${data.live}`} map key={data.live} />
            {data.rollback && (
              <Button variant="quiet" onClick={() => setRollingBack(data)}>
                <Icon as={Undo2} size="s" />
                Roll back
              </Button>
            )}
          </>
        )
      }
      columns={columns}
      empty={{ title: 'The shop has no members' }}
      failure="The releases could not be loaded"
      details={{
        param: 'member',
        render: (id, close, { data }) => {
          const member = data?.members.find(({ name }) => name === id)
          return member && data && <MemberDialog member={member} composition={data} onClose={close} />
        },
      }}
      footer={({ state, data }) => (
        <>
          <Text textStyle="small" color="muted">
            Page loads and failures are what browsers reported to this web server since it started.
          </Text>
          <CanaryPanel />
          <ReleaseHistory page={state.page} />
          <ReleaseTokens members={data?.members.map(({ name }) => name) ?? []} />
        </>
      )}
      live={live}
    >
      {rollingBack?.rollback && (
        <RollbackForm
          composition={rollingBack}
          to={rollingBack.rollback.set}
          onClose={() => setRollingBack(null)}
        />
      )}
    </ListScreen>
  )
}
