import { Box, Heading, Icon, Panel, type IconComponent } from '@shop/ui'
import type { ReactNode } from 'react'

/** One of the four parts of an account. */
export function AccountCard({
  title,
  icon,
  children,
}: {
  title: string
  icon: IconComponent
  children: ReactNode
}) {
  return (
    <Panel alignContent="start">
      <Box display="flex" alignItems="center" gap=".75rem">
        <Icon as={icon} />
        <Heading level={2} look="h3">
          {title}
        </Heading>
      </Box>
      {children}
    </Panel>
  )
}
