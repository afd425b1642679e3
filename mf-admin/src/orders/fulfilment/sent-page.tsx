import { counted } from '@shop/pricing'
import { PageHead } from '@shop/settings'
import { carriers } from '@shop/settings/carriers'
import { useBackend } from '@shop/supabase'
import {
  Badge,
  Button,
  chakra,
  Field,
  Grid,
  LinkButton,
  NativeSelect,
  PageHeader,
  Panel,
  Text,
} from '@shop/ui'
import { useState } from 'react'
import { columnHelper } from '../../kit/columns'
import { DataTable } from '../../kit/data-table'
import { errorWords } from '../../kit/error-words'
import { FileDrop } from '../../kit/file-drop'
import { encodingNote, type Encoding } from '../../kit/csv/csv-text'
import { FileError } from '../../kit/csv/file-error'
import { RequireRight } from '../../frame/staff/require-right'
import { useRefresh } from '../../frame/staff/use-refresh'
import { markSent, type SentLine } from './mark-sent'
import { readSentFile, type SentRow } from './read-sent-file'

const lineId = ({ line }: SentLine) => String(line)
/** Lines that are listed at most. */
const shown = 200

const words = { sent: 'To be sent', same: 'Sent before', error: 'Left out' }
const looks = { sent: 'positive', same: 'neutral', error: 'danger' } as const

const column = columnHelper<SentLine>()
const columnsOf = (isDone: boolean) =>
  column.columns([
    column.accessor(({ line }) => `Line ${String(line)}`, {
      id: 'line',
      header: 'Line',
      meta: { narrow: 'detail' },
    }),
    column.accessor(({ orderNumber }) => orderNumber || 'None', {
      id: 'order',
      header: 'Order ID',
      meta: { narrow: 'title' },
    }),
    column.accessor('outcome', {
      header: 'Outcome',
      meta: { narrow: 'aside' },
      cell: ({ getValue }) => (
        <Badge status={looks[getValue()]}>
          {isDone && getValue() === 'sent' ? 'Sent' : words[getValue()]}
        </Badge>
      ),
    }),
    column.accessor('message', { header: 'Reason', meta: { narrow: 'asideDetail' } }),
  ])
const columns = { checked: columnsOf(false), done: columnsOf(true) }

type Step =
  | { at: 'file' }
  | { at: 'working'; done: number }
  | { at: 'checked' | 'done'; lines: SentLine[]; error: unknown }

/** Marks many orders as sent from the file that a carrier's program writes. */
export function Component() {
  return (
    <>
      <PageHead title="Mark as sent" description="Restricted access only" noindex />
      <RequireRight right="orders">
        <PageHeader
          title="Mark as sent"
          text="A CSV file with a line for each parcel: order number, tracking number, and if you like carrier and estimated delivery, written like 24/12/2026 or 2026-12-24."
          aside={
            <LinkButton variant="quiet" to="/admin/orders">
              Back to the orders
            </LinkButton>
          }
        />
        <MarkSent />
      </RequireRight>
    </>
  )
}

function MarkSent() {
  const backend = useBackend()
  const refresh = useRefresh()
  const [carrier, setCarrier] = useState('Royal Mail')
  const [file, setFile] = useState<File | null>(null)
  const [rows, setRows] = useState<SentRow[]>([])
  const [encoding, setEncoding] = useState<Encoding>('utf-8')
  const [problem, setProblem] = useState('')
  const [step, setStep] = useState<Step>({ at: 'file' })
  const isWorking = step.at === 'working'

  const run = async (sent: readonly SentRow[], dry: boolean) => {
    setStep({ at: 'working', done: 0 })
    const result = await markSent(backend, sent, {
      dry,
      onProgress: (done) => setStep({ at: 'working', done }),
    })
    setStep({ at: dry ? 'checked' : 'done', ...result })
    if (!dry) void refresh('orders')
  }
  const check = async (chosen: File, itsCarrier: string) => {
    setFile(chosen)
    try {
      const read = await readSentFile(chosen, itsCarrier)
      setProblem('')
      setRows(read.rows)
      setEncoding(read.encoding)
      await run(read.rows, true)
    } catch (error) {
      setRows([])
      setStep({ at: 'file' })
      setProblem(error instanceof FileError ? error.message : 'This file could not be read.')
    }
  }

  return (
    <Grid gap="1.5rem">
      <Panel title="1. The file">
        <Grid gap="1.1rem">
          <Field label="Carrier" hint="Of lines that do not name one.">
            <NativeSelect
              value={carrier}
              disabled={isWorking}
              onChange={({ target }) => {
                setCarrier(target.value)
                if (file && step.at !== 'done') void check(file, target.value)
              }}
            >
              {carriers.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </NativeSelect>
          </Field>
          <FileDrop
            label="CSV file"
            hint="CSV, at most 2 MB"
            accept=".csv,text/csv"
            disabled={isWorking}
            onFiles={([chosen]) => {
              if (chosen) void check(chosen, carrier)
            }}
          />
          {file && !problem && (
            <Text>
              {file.name}: {counted(rows.length, 'line')}
              {encodingNote(encoding)}
            </Text>
          )}
          {problem && (
            <Text role="alert" color="danger">
              {problem}
            </Text>
          )}
        </Grid>
      </Panel>
      {step.at === 'working' && (
        <Text role="status" fontVariantNumeric="tabular-nums">
          {step.done.toLocaleString('en-GB')} of {counted(rows.length, 'line')}
        </Text>
      )}
      {(step.at === 'checked' || step.at === 'done') && (
        <Outcome
          isDone={step.at === 'done'}
          lines={step.lines}
          left={rows.length - step.lines.length}
          error={step.error}
          onSend={() => void run(rows, false)}
        />
      )}
    </Grid>
  )
}

const Actions = chakra('div', { base: { padding: '1.1rem 1.25rem', display: 'grid', gap: '.9rem' } })

interface OutcomeProps {
  isDone: boolean
  lines: SentLine[]
  /** Lines that were not looked at, since an error stopped it. */
  left: number
  error: unknown
  onSend: () => void
}

function Outcome({ isDone, lines, left, error, onSend }: OutcomeProps) {
  const sent = lines.filter(({ outcome }) => outcome === 'sent').length
  const wrong = lines.filter(({ outcome }) => outcome === 'error').length
  // What needs attention first.
  const sorted = lines.toSorted((a, b) => Number(b.outcome === 'error') - Number(a.outcome === 'error'))
  return (
    <Panel flush title={isDone ? '3. Done' : '2. Checked'}>
      <Actions>
        <Text role="status">
          {isDone
            ? `${counted(sent, 'order')} marked as sent.`
            : sent === 0
              ? 'Nothing in this file is ready to be sent.'
              : `${counted(sent, 'order')} would be marked as sent${wrong > 0 ? `, ${counted(wrong, 'line')} left out` : ''}. Each buyer gets an email.`}
        </Text>
        {left > 0 && (
          <Text role="alert" color="danger">
            {errorWords(error, `${counted(left, 'line')} were not reached. Sending the file again is safe.`)}
          </Text>
        )}
        {((!isDone && sent > 0) || left > 0) && (
          <div>
            <Button onClick={onSend}>
              {left > 0 ? 'Try again' : `Mark ${counted(sent, 'order')} as sent`}
            </Button>
          </div>
        )}
      </Actions>
      <DataTable
        label="Lines of the file"
        columns={isDone ? columns.done : columns.checked}
        rows={sorted.slice(0, shown)}
        rowId={lineId}
        emptyState={null}
      />
      {lines.length > shown && (
        <Text textStyle="micro" padding=".7rem 1.25rem">
          The first {shown} of {lines.length.toLocaleString('en-GB')} are listed.
        </Text>
      )}
    </Panel>
  )
}
