import { PageHead } from '@shop/settings'
import { Box, DensityProvider, Heading, Text, TextLink, Wordmark } from '@shop/ui'
import type { ReactNode } from 'react'

/** The box that stands alone in the page, for whoever is not signed in to the back office. */
export function PortalFrame({
  title,
  text,
  children,
}: {
  title: string
  text: ReactNode
  children: ReactNode
}) {
  return (
    <DensityProvider density="desk">
      <PageHead title={title} description="Restricted access only" noindex />
      <Box
        as="main"
        minHeight="100dvh"
        display="grid"
        placeItems="center"
        padding="1.25rem"
        textStyle="deskBody"
      >
        <Box
          width="100%"
          maxWidth="400px"
          display="grid"
          gap="1.5rem"
          padding="clamp(1.25rem, 5vw, 2.25rem)"
          background="surface"
          border="1px solid {colors.line}"
          borderRadius="overlay"
        >
          <Box display="grid" gap="1.1rem">
            <Wordmark size="s" />
            <Box minWidth="0">
              <Heading level={1}>{title}</Heading>
              <Text color="muted" overflowWrap="anywhere">
                {text}
              </Text>
            </Box>
          </Box>
          {children}
          <TextLink to="/" block justifySelf="start">
            Back to Store
          </TextLink>
        </Box>
      </Box>
    </DensityProvider>
  )
}
