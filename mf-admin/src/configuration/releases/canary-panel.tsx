import { useAppQuery } from '@shop/supabase'
import { Button, chakra, Flex, Heading, Text } from '@shop/ui'
import { useState } from 'react'
import { formatDateTime } from '../../kit/dates'
import { FigureTable } from '../../kit/figure-table'
import { canaryQuery, type Canary, type Count } from './canary'
import { CanaryForm } from './canary-form'

/** How often the figures are read again; web servers add theirs every ten seconds. */
const everyMs = 10_000

const Panel = chakra('section', { base: { display: 'grid', gap: '.9rem', marginTop: '1rem', minWidth: '0' } })

/** "3 of 120". */
const countWords = ({ n, failures }: Count): string =>
  `${failures.toLocaleString('en-GB')} of ${n.toLocaleString('en-GB')}`

const headings = ['Failed', 'On the server', 'In browsers', 'Files']
const rowOf = (name: string, counts: NonNullable<Canary>['counts']['live']) => ({
  name,
  figures: [counts.document, counts.load, counts.file].map(countWords),
})

/** The canary that runs: its share, what was counted of both sets, and what the analysis says. Nothing while none runs. */
export function CanaryPanel() {
  const { data: canary, error, isFetching, refetch } = useAppQuery(canaryQuery, { staleMs: 0, everyMs })
  // As it was seen when the question was asked.
  const [asked, setAsked] = useState<{ canary: NonNullable<Canary>; does: 'advance' | 'stop' } | null>(null)
  if (error && !canary)
    return (
      <Panel>
        <Text>Whether a canary runs could not be loaded.</Text>
        <Button variant="quiet" justifySelf="start" disabled={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </Panel>
    )
  if (!canary) return null
  return (
    <Panel aria-labelledby="canary-title">
      <Heading level={2} look="h3" id="canary-title">
        Canary
      </Heading>
      <Text>
        Set {canary.candidate} goes to {canary.share} % of visitors since {formatDateTime(canary.since)}
        {canary.by_hand && ', and is advanced by hand'}. {canary.verdict.why}
      </Text>
      <FigureTable
        label="Failures of both sets, by network address"
        headings={headings}
        rows={[rowOf('Canary', canary.counts.candidate), rowOf('Live set', canary.counts.live)]}
      />
      <Flex gap=".6rem" wrap="wrap">
        <Button variant="quiet" onClick={() => setAsked({ canary, does: 'advance' })}>
          Advance
        </Button>
        <Button variant="quiet" onClick={() => setAsked({ canary, does: 'stop' })}>
          Stop
        </Button>
      </Flex>
      {asked && <CanaryForm {...asked} onClose={() => setAsked(null)} />}
    </Panel>
  )
}
