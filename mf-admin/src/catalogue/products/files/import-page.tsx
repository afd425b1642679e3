import { counted } from '@shop/pricing'
import { PageHead } from '@shop/settings'
import { Button, chakra, Grid, LinkButton, PageHeader, Panel, Text } from '@shop/ui'
import { useEffect, useRef, type ReactNode } from 'react'
import { errorWords } from '../../../kit/error-words'
import { encodingNote } from '../../../kit/csv/csv-text'
import { FileDrop } from '../../../kit/file-drop'
import { ProgressBar } from '../../../kit/progress-bar'
import { useUnsavedGuard } from '../../../kit/unsaved-guard'
import { RequireRight } from '../../../frame/staff/require-right'
import { ImportFigures, ImportReport } from './import-report'
import { MappingFields } from './mapping-fields'
import { FileError } from '../../../kit/csv/file-error'
import { useImport } from './use-import'

const number = (count: number) => count.toLocaleString('en-GB')
const stopWords = (error: Error, otherwise: string) =>
  error instanceof FileError ? error.message : errorWords(error, otherwise)
const Actions = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '.75rem', alignItems: 'center' },
})

/** Takes the focus when it appears, since the button that led to it is gone or disabled. */
function Arrival({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <chakra.div ref={box} tabIndex={-1} outline="none" scrollMarginTop="6rem">
      {children}
    </chakra.div>
  )
}

/** Products from a CSV file: choose, say what its columns mean, check, import. */
export function Component() {
  return (
    <>
      <PageHead title="Import products" description="Restricted access only" noindex />
      <RequireRight right="catalogue">
        <PageHeader
          title="Import products"
          text="A CSV file with the columns of the export, a row for each product or variant."
          aside={
            <LinkButton variant="quiet" to="/admin/products">
              Back to the products
            </LinkButton>
          }
        />
        <Import />
      </RequireRight>
    </>
  )
}

function Import() {
  const run = useImport()
  const { file, state, problem } = run
  const busy = state.step === 'checking' || state.step === 'importing'
  const guard = useUnsavedGuard(state.step === 'importing', {
    title: 'Stop the import?',
    text:
      state.step === 'importing' &&
      `${number(state.done)} of ${counted(file?.count ?? 0, 'line')} are done. Lines on their way are still imported, the rest is not. It is safe to import the file again.`,
    leave: 'Stop and leave',
    stay: 'Go on importing',
  })
  return (
    <Grid gap="1.5rem">
      {guard.question}
      <Panel title="1. The file">
        <Grid gap=".75rem">
          <FileDrop
            label="CSV file"
            hint="CSV, at most 50 MB"
            accept=".csv,text/csv"
            disabled={busy}
            onFiles={([chosen]) => {
              if (chosen) void run.choose(chosen)
            }}
          />
          {file && (
            <Text>
              {file.name}: {counted(file.count, 'line')}
              {encodingNote(file.encoding)}
            </Text>
          )}
          {problem && (
            <Text role="alert" color="danger">
              {problem}
            </Text>
          )}
        </Grid>
      </Panel>
      {file && (
        <Panel title="2. Its columns">
          <Grid gap="1.1rem">
            <MappingFields key={run.choice} file={file} mapping={run.mapping} onChange={run.map} />
            <Actions>
              <Button
                variant={state.step === 'choosing' ? undefined : 'quiet'}
                disabled={busy || !run.isMapped}
                onClick={() => void run.check()}
              >
                Check the file
              </Button>
              <Text textStyle="small" color="muted">
                {run.isMapped
                  ? state.step === 'choosing' && 'A check changes nothing.'
                  : 'A slug, SKU or name column is needed to tell products apart.'}
              </Text>
            </Actions>
          </Grid>
        </Panel>
      )}
      {busy && file && (
        <Arrival>
          <Panel title={state.step === 'checking' ? 'Checking' : 'Importing'}>
            <Grid gap=".75rem">
              <ProgressBar aria-label="Progress" max={file.count} value={state.done} />
              <Actions>
                <Text role="status" fontVariantNumeric="tabular-nums">
                  {number(state.done)} of {counted(file.count, 'line')}
                </Text>
                <Button variant="quiet" disabled={state.isStopping} onClick={run.cancel}>
                  {state.isStopping ? 'Stopping…' : 'Cancel'}
                </Button>
              </Actions>
              {state.step === 'importing' && (
                <Text textStyle="small" color="muted">
                  Stay on this page until it is done.
                </Text>
              )}
            </Grid>
          </Panel>
        </Arrival>
      )}
      {state.step === 'checked' && <Checked run={run} />}
      {state.step === 'imported' && <Imported run={run} />}
    </Grid>
  )
}

type Run = ReturnType<typeof useImport>

function Checked({ run }: { run: Run }) {
  const { state } = run
  if (state.step !== 'checked') return null
  const { left, totals } = state.result
  const { add, change, error } = totals
  return (
    <>
      <Arrival>
        <Panel title="3. Checked">
          <Grid gap=".9rem">
            <Text role="status">
              {left > 0
                ? `The check stopped: ${counted(left, 'line')} were not looked at.`
                : add + change === 0
                  ? 'Nothing would change.'
                  : `${counted(add + change, 'line')} would be imported${error > 0 ? `, ${counted(error, 'line')} with errors left out` : ''}.`}
            </Text>
            {state.result.error && (
              <Text color="danger">
                {stopWords(state.result.error, 'The shop could not be reached. Please check again.')}
              </Text>
            )}
          </Grid>
        </Panel>
      </Arrival>
      <ImportReport result={state.result} dry />
      {left === 0 && add + change > 0 && (
        // In sight however long the list above it is.
        <chakra.div position="sticky" bottom="0" zIndex="1">
          <Panel>
            <Actions>
              <Button onClick={() => void run.start()}>Import {counted(add + change, 'line')}</Button>
            </Actions>
          </Panel>
        </chakra.div>
      )}
      <ImportFigures result={state.result} dry />
    </>
  )
}

function Imported({ run }: { run: Run }) {
  const { state } = run
  if (state.step !== 'imported') return null
  const { left, error, done } = state.result
  return (
    <>
      <Arrival>
        <Panel title={left > 0 ? 'Stopped' : 'Imported'}>
          <Grid gap=".9rem">
            <Text role="status">
              {left > 0
                ? `${counted(done, 'line')} are done, ${counted(left, 'line')} are not. It is safe to import the file again: what is done stays as it is.`
                : `All ${counted(done, 'line')} are done.`}
            </Text>
            {error && <Text color="danger">{stopWords(error, 'The shop could not be reached.')}</Text>}
            {left > 0 && (
              <Actions>
                <Button onClick={() => void run.start()}>Import again</Button>
              </Actions>
            )}
          </Grid>
        </Panel>
      </Arrival>
      <ImportFigures result={state.result} dry={false} />
      <ImportReport result={state.result} dry={false} />
    </>
  )
}
