import { Box, Text } from '@shop/ui'
import type { ReactNode } from 'react'

/** Why something was not done. */
export interface NoticeText {
  title: string
  description: string
}

/** Says above a form why it was not taken. */
export function Notice({ title, description, children }: NoticeText & { children?: ReactNode }) {
  return (
    <Box
      role="alert"
      display="grid"
      gap=".35rem"
      padding="1.25rem"
      background="warningSoft"
      borderRadius="panel"
      overflowWrap="anywhere"
    >
      <Text fontWeight={520}>{title}</Text>
      <Text>{description}</Text>
      {children}
    </Box>
  )
}
