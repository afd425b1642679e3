import { useSearchParams } from '@shop/router'
import { PageHead, useSite } from '@shop/settings'
import { useQueryClient } from '@shop/supabase'
import { EmptyState, Grid, LinkButton, PageHeader, Panel, Stack, onDemand } from '@shop/ui'
import { useRef, useState } from 'react'
import { Camera } from './camera'
import { CodeField } from './code-field'
import { findByCodeQuery } from './find-by-code'
import { ScanResult } from './scan-result'
import { scannedCode } from '../stock/scanned-code'

const LabelsPage = onDemand(async () => (await import('../labels/labels-page')).LabelsPage, 'The labels')

/** The inventory scan. With `?code=` it shows what the code names, with `?labels=<ids>` labels to print. */
export function Component() {
  const [params] = useSearchParams()
  if (params.has('labels')) {
    return <LabelsPage />
  }
  return <ScanPage />
}

function ScanPage() {
  const siteUrl = useSite().siteUrl
  const [params, setParams] = useSearchParams()
  const queries = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  // The same code scanned again is a new result.
  const [scans, setScans] = useState(0)
  const code = params.get('code') ?? ''

  const onCode = (text: string) => {
    const next = scannedCode(text, [siteUrl, location.origin])
    if (next === '') return
    setScans((count) => count + 1)
    void queries.invalidateQueries({ queryKey: findByCodeQuery(next).key })
    setParams({ code: next }, { replace: true })
    if (field.current) field.current.value = next
    readyForNext()
  }
  const readyForNext = () => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }

  return (
    <>
      <PageHead title="Scan" description="Restricted access only" noindex />
      <PageHeader
        title="Inventory scan"
        text="Scan a code to see its stock and to book pieces in or out."
        aside={
          <LinkButton variant="quiet" to="/admin/scan?labels=" minWidth="8rem">
            Print labels
          </LinkButton>
        }
      />
      <Grid
        gap="1.5rem"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 24rem) minmax(0, 1fr)' }}
      >
        <Panel>
          <Stack gap="1.5rem">
            <CodeField field={field} onCode={onCode} />
            <Camera onCode={onCode} />
          </Stack>
        </Panel>
        {code ? (
          <ScanResult key={`${scans} ${code}`} code={code} onScan={onCode} onDone={readyForNext} />
        ) : (
          <Panel>
            <EmptyState title="Nothing scanned yet" text="The product appears here, with its stock." />
          </Panel>
        )}
      </Grid>
    </>
  )
}
