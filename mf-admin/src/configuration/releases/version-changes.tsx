import { chakra, Text, VisuallyHidden } from '@shop/ui'
import type { ReleaseEvent } from './composition'

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: '.25rem',
    listStyle: 'none',
    margin: '0',
    padding: '0',
    overflowWrap: 'anywhere',
  },
})

/** Members with the versions that they change from and to. */
export function VersionChanges({ changes }: { changes: ReleaseEvent['changes'] }) {
  if (changes.length === 0) return <Text color="muted">No version changes</Text>
  return (
    <List>
      {changes.map(({ name, from, to }) => (
        <li key={name}>
          {name}{' '}
          <Text as="span" color="muted" textStyle="small">
            {from ?? 'not live'} <span aria-hidden="true">→</span>
            <VisuallyHidden>to</VisuallyHidden> {to ?? 'not live'}
          </Text>
        </li>
      ))}
    </List>
  )
}
