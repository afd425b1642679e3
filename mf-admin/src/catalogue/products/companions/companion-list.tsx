import { chakra, Flex, IconButton, Text, useAnnounce } from '@shop/ui'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import type { Choice } from './companions'

const Item = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '.75rem',
    borderBottom: '1px solid {colors.line}',
    overflowWrap: 'anywhere',
  },
})

/** The list with one entry at another place. */
function moved(chosen: readonly Choice[], from: number, to: number): Choice[] {
  const next = chosen.filter((_choice, index) => index !== from)
  next.splice(to, 0, ...chosen.slice(from, from + 1))
  return next
}

/** What is chosen, in the order in which shoppers see it, with buttons to move and to remove each. */
export function CompanionList({
  chosen,
  onChange,
}: {
  chosen: readonly Choice[]
  onChange: (chosen: Choice[]) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const announce = useAnnounce()
  const move = (index: number, to: number) => {
    if (to < 0 || to >= chosen.length) return
    onChange(moved(chosen, index, to))
    announce(`${chosen[index]?.name ?? ''} is now ${String(to + 1)} of ${String(chosen.length)}`)
  }
  const remove = (choice: Choice) => {
    onChange(chosen.filter(({ id }) => id !== choice.id))
    announce(`${choice.name} removed`)
    list.current?.focus()
  }
  return (
    <chakra.ol ref={list} tabIndex={-1} outline="none" listStyle="none" aria-label="Chosen, best first">
      {chosen.map((choice, index) => (
        <Item key={choice.id}>
          <span>{choice.name}</span>
          <Flex flex="none">
            <IconButton
              label={`Move ${choice.name} up`}
              icon={ArrowUp}
              size="s"
              aria-disabled={index === 0}
              onClick={() => {
                move(index, index - 1)
              }}
            />
            <IconButton
              label={`Move ${choice.name} down`}
              icon={ArrowDown}
              size="s"
              aria-disabled={index === chosen.length - 1}
              onClick={() => {
                move(index, index + 1)
              }}
            />
            <IconButton
              label={`Remove ${choice.name}`}
              icon={X}
              size="s"
              onClick={() => {
                remove(choice)
              }}
            />
          </Flex>
        </Item>
      ))}
      {chosen.length === 0 && (
        <li>
          <Text color="muted">Nothing chosen.</Text>
        </li>
      )}
    </chakra.ol>
  )
}
