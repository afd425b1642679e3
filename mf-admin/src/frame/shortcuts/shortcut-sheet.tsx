import { chakra, Dialog, Heading } from '@shop/ui'
import { useId } from 'react'
import { listKeys, searchKey } from '../../kit/list-keys'
import { KeyCaps } from './key-caps'
import type { Shortcut } from './shortcuts'

const List = chakra('dl', {
  base: {
    '& > div': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'center',
      gap: '1rem',
      paddingBlock: '.45rem',
    },
    '& > div + div': { borderTop: '1px solid {colors.line}' },
    '& dd': { flex: 'none' },
  },
})

const inLists = [searchKey, ...Object.values(listKeys)].map(({ key, label, ...rest }) => ({
  keys: 'mod' in rest && rest.mod ? `mod+${key}` : key,
  label,
}))

/** All shortcuts there are: those of the frame as they are registered, and the keys of lists as lists obey them. */
export function ShortcutSheet({
  open,
  onClose,
  shortcuts,
}: {
  open: boolean
  onClose: () => void
  shortcuts: readonly Shortcut[]
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <chakra.div display="grid" gap="1.5rem">
        <Group title="Anywhere" uses={shortcuts.filter(({ to }) => to === undefined)} />
        <Group title="Screens" uses={shortcuts.filter(({ to }) => to !== undefined)} />
        <Group title="In a list" uses={inLists} />
      </chakra.div>
    </Dialog>
  )
}

function Group({ title, uses }: { title: string; uses: readonly Pick<Shortcut, 'keys' | 'label'>[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Heading level={3} textStyle="small" fontWeight={560} id={id} marginBottom=".3rem">
        {title}
      </Heading>
      <List>
        {uses.map(({ keys, label }) => (
          <div key={keys}>
            <dt>{label}</dt>
            <dd>
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </List>
    </section>
  )
}
