import { chakra, Disclosure, Text } from '@shop/ui'
import type { Member, SharedLib } from './composition'

const List = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
    gap: '.6rem 1.5rem',
    listStyle: 'none',
    margin: '0',
    padding: '0',
    color: 'ink',
    overflowWrap: 'anywhere',
  },
})

/** Who uses a lib of the shell, or from whom a remote has it and what it accepts. */
function originWords(
  member: Member,
  { lib, provider, accepts, singleton }: SharedLib,
  all: readonly Member[],
) {
  if (member.name === 'shell') {
    const users = all.filter(
      ({ name, shared }) =>
        name !== 'shell' && shared?.some((each) => each.lib === lib && each.provider === 'shell'),
    )
    return users.length > 0 ? `For ${users.map(({ name }) => name).join(', ')}` : 'For nobody else'
  }
  const from =
    provider === null ? 'From nobody' : provider === member.name ? 'Its own copy' : `From ${provider}`
  return [from, accepts !== null && `accepts ${accepts}`, singleton && 'singleton'].filter(Boolean).join(', ')
}

interface SharedLibsProps {
  member: Member
  /** The members of the live set. */
  members: readonly Member[]
}

/** The libs that a member shares, with who provides them; nothing where that is not known. */
export function SharedLibs({ member, members }: SharedLibsProps) {
  const { shared } = member
  if (!shared || shared.length === 0) return null
  return (
    <Disclosure title="Shared libraries">
      <List aria-label={`Shared libraries of ${member.name}`}>
        {shared.map((lib) => (
          <li key={lib.lib}>
            {lib.lib} {lib.version}
            <Text as="span" display="block" textStyle="small" color="muted">
              {originWords(member, lib, members)}
            </Text>
          </li>
        ))}
      </List>
    </Disclosure>
  )
}
