import { PageHead } from '@shop/settings'
import { Box, chakra, Grid, Heading, Stack, Text, Wrap } from '@shop/ui'
import type { ReactNode } from 'react'
import { informationPages, type InformationPath } from './pages'

/** Body text: limited line length, space between paragraphs, plain lists. */
const Prose = chakra('div', {
  base: {
    maxWidth: '64ch',
    color: 'inkSoft',
    '& > * + *': { marginTop: '1rem' },
    '& ul': { listStyleType: 'disc', paddingInlineStart: '1.2rem' },
    '& li + li': { marginTop: '.4rem' },
    '& li::marker': { color: 'lineStrong' },
    '& strong': { color: 'ink' },
  },
})

interface InformationPageProps {
  path: InformationPath
  /** The h1, where it differs from the page's title. */
  heading?: string
  lead: ReactNode
  /** A note about the page itself, such as the date of its last change. */
  note?: ReactNode
  children: ReactNode
}

/** Template of an information page: metadata, title, lead, sections. */
export function InformationPage({ path, heading, lead, note, children }: InformationPageProps) {
  const { title, description, keywords } = informationPages[path]
  return (
    <Wrap as="article">
      <PageHead {...{ title, description, keywords }} />
      <Stack gap="1.25rem" marginBottom="clamp(2rem, 4vw, 4rem)">
        <Heading level={1}>{heading ?? title}</Heading>
        <Text textStyle="lead" color="inkSoft" maxWidth="46ch">
          {lead}
        </Text>
        {note && (
          <Text textStyle="small" color="muted">
            {note}
          </Text>
        )}
      </Stack>
      {children}
    </Wrap>
  )
}

/** A section: title on the left, text on the right, a rule above. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section" layerStyle="rule" paddingBlock="clamp(1.75rem, 3vw, 2.75rem)">
      <Grid gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '5fr 7fr' }} gap="1rem 2rem">
        <Heading level={2} look="h3">
          {title}
        </Heading>
        <Prose>{children}</Prose>
      </Grid>
    </Box>
  )
}
