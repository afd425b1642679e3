import { chakra, Panel, Text, TextLink } from '@shop/ui'
import { formatDateTime } from '../../kit/dates'
import type { AuditEntry } from './audit-log'
import { ChangeTable } from './change-table'
import { fieldChanges } from './changes'
import { actionWords, actorWords, nameInEntry } from './entry-title'
import { recordPath } from './subjects'

const Row = chakra('li', {
  base: {
    display: 'grid',
    gap: '.5rem',
    padding: '.9rem 1.25rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    gap: '.1rem 1rem',
    overflowWrap: 'anywhere',
  },
})

interface AuditListProps {
  entries: readonly AuditEntry[]
  /** Names of people and categories, by id. */
  names: ReadonlyMap<string, string>
  /** The entries are those of the previous page or filter. */
  isStale: boolean
}

/** Entries of the log: who did what when, and each field before and after. */
export function AuditList({ entries, names, isStale }: AuditListProps) {
  return (
    <Panel flush>
      <chakra.ol
        aria-label="Changes"
        aria-busy={isStale || undefined}
        opacity={isStale ? 0.6 : undefined}
        listStyle="none"
      >
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} names={names} />
        ))}
      </chakra.ol>
    </Panel>
  )
}

function Entry({ entry, names }: { entry: AuditEntry; names: ReadonlyMap<string, string> }) {
  const { subject, record, action, at } = entry
  const name = record?.name || nameInEntry(entry)
  const path = recordPath(subject, record?.opens ?? null)
  const changes = fieldChanges(entry, names)
  return (
    <Row>
      <Head>
        <Text>
          <chakra.span fontWeight={520}>{actorWords(entry)}</chakra.span> {actionWords(entry)}{' '}
          {action === 'sign_in' || action === 'export' ? null : path ? (
            <TextLink to={path}>{name || 'Open'}</TextLink>
          ) : (
            <chakra.span fontWeight={520}>{name || 'that is gone'}</chakra.span>
          )}
        </Text>
        <Text textStyle="micro" color="muted">
          <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
        </Text>
      </Head>
      {changes.length > 0 && <ChangeTable changes={changes} action={action} />}
    </Row>
  )
}
