import { useAppQuery } from '@shop/supabase'
import { Button, Flex, Grid, Panel, Text } from '@shop/ui'
import { useState } from 'react'
import { formatDateTime } from '../../kit/dates'
import { FigureTable } from '../../kit/figure-table'
import { canaryQuery, useAdvanceCanary, useStopCanary, type Canary, type Count } from './canary'
import { ReasonForm } from './reason-form'

/** How often the figures are read again; web servers add theirs every ten seconds. */
const everyMs = 10_000

/** "3 of 120". */
const countWords = ({ n, failures }: Count): string =>
  `${failures.toLocaleString('en-GB')} of ${n.toLocaleString('en-GB')}`

const headings = ['Failed', 'On the server', 'In browsers', 'Files']
const rowOf = (name: string, counts: NonNullable<Canary>['counts']['live']) => ({
  name,
  figures: [counts.document, counts.load, counts.file].map(countWords),
})

/** Who gets a canary next, in words. */
function nextOf({ share }: NonNullable<Canary>): string {
  if (share < 10) return '10 % of visitors'
  return share < 50 ? '50 % of visitors' : 'everybody, and becomes the live set'
}

interface QuestionProps {
  /** As it was seen. */
  canary: NonNullable<Canary>
  onClose: () => void
}

function AdvanceForm({ canary, onClose }: QuestionProps) {
  const advance = useAdvanceCanary()
  return (
    <ReasonForm
      title="Advance the canary?"
      description={`Set ${canary.candidate} goes to ${nextOf(canary)} with their next page.`}
      submitLabel="Advance"
      onSubmit={(why) => advance.mutateAsync({ ...canary, why })}
      done="The canary is advanced."
      failure="The canary was not advanced."
      onClose={onClose}
    />
  )
}

function StopForm({ canary, onClose }: QuestionProps) {
  const stop = useStopCanary()
  return (
    <ReasonForm
      title="Stop the canary?"
      description={`Every visitor gets set ${canary.live}, which is live, with their next page.`}
      submitLabel="Stop"
      onSubmit={(why) => stop.mutateAsync({ ...canary, why })}
      done="The canary is stopped."
      failure="The canary was not stopped."
      onClose={onClose}
    />
  )
}

/** The canary that runs: its share, what was counted of both sets, and what the analysis says. Nothing while none runs. */
export function CanaryPanel() {
  const { data: canary, error, isFetching, refetch } = useAppQuery(canaryQuery, { staleMs: 0, everyMs })
  // As it was seen when the question was asked.
  const [asked, setAsked] = useState<{ canary: NonNullable<Canary>; Form: typeof StopForm } | null>(null)
  if (error && !canary)
    return (
      <Panel title="Canary" aria-label="Canary" marginTop="1rem">
        <Grid gap=".9rem" justifyItems="start">
          <Text>Whether a canary runs could not be loaded.</Text>
          <Button variant="quiet" disabled={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Grid>
      </Panel>
    )
  if (!canary) return null
  return (
    <Panel title="Canary" aria-label="Canary" marginTop="1rem">
      <Grid gap=".9rem">
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
          <Button variant="quiet" onClick={() => setAsked({ canary, Form: AdvanceForm })}>
            Advance
          </Button>
          <Button variant="quiet" onClick={() => setAsked({ canary, Form: StopForm })}>
            Stop
          </Button>
        </Flex>
      </Grid>
      {asked && <asked.Form canary={asked.canary} onClose={() => setAsked(null)} />}
    </Panel>
  )
}
