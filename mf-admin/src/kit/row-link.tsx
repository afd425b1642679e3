import { Link } from '@shop/router'
import { chakra, IconLink } from '@shop/ui'
import { createContext, useContext, type ComponentProps, type ReactNode } from 'react'

/** The address of a row's details, beside the list as it is filtered; null where the list has none. */
export const DetailsLinks = createContext<((id: string) => { search: string }) | null>(null)

const NameLink = chakra(Link, {
  base: { fontWeight: 520, overflowWrap: 'anywhere', '&:hover': { textDecoration: 'underline' } },
})

interface RowLinkProps extends Omit<ComponentProps<typeof NameLink>, 'to' | 'id'> {
  id: string
  children: ReactNode
}

/** The name of a row in a ListScreen as a link to its details; as it is for those who may not open them. */
export function RowLink({ id, children, ...rest }: RowLinkProps) {
  const linkTo = useContext(DetailsLinks)
  if (!linkTo) return <b>{children}</b>
  return (
    <NameLink to={linkTo(id)} preventScrollReset {...rest}>
      {children}
    </NameLink>
  )
}

/** The details of a row as an icon. */
export function RowIconLink({
  id,
  ...rest
}: { id: string } & Pick<ComponentProps<typeof IconLink>, 'label' | 'icon'>) {
  const linkTo = useContext(DetailsLinks)
  return linkTo && <IconLink to={linkTo(id)} size="s" preventScrollReset {...rest} />
}
