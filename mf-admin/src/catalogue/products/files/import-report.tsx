import { Badge, Button, chakra, Icon, Panel, Stat, StatGrid, Text } from '@shop/ui'
import Download from 'lucide-react/icons/download'
import Papa from 'papaparse'
import { formatDateTime } from '../../../kit/dates'
import { isMoment } from './file-columns'
import type { ImportLine, ImportResult } from './import-products'
import { columnLabel } from './mapping-fields'
import { guardCell } from '../../../kit/csv/safe-cells'
import { saveFile } from '../../../kit/save-file'

const shown = 100
const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '5rem minmax(0, 1fr)',
    gap: '.15rem .9rem',
    padding: '.6rem 1.25rem',
    overflowWrap: 'anywhere',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

const number = (count: number) => count.toLocaleString('en-GB')
const longest = 160
const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)

/** A value in words: long ones are cut. */
function plain(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty'
  if (isMoment(field) && typeof value === 'string') return formatDateTime(new Date(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string'))
    return value.length === 0 ? 'empty' : cut(value.map((entry) => entry || 'empty').join(', '))
  return cut(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** "Category: There is no …", but not "Price: Price must be …". */
const inWords = (field: string, message: string) =>
  message.startsWith(columnLabel(field)) ? message : `${columnLabel(field)}: ${message}`

/** "Tide Vase, Large / Sand"; null without a name. */
const unitName = ({ name, options }: ImportLine) =>
  name === null || !options?.length ? name : `${name}, ${options.join(' / ')}`

/** The rejected lines as a CSV file. */
function errorsFile(lines: readonly ImportLine[]): Blob {
  const cells = lines.flatMap((one) =>
    one.errors.map(({ field, message }) =>
      [String(one.line), unitName(one) ?? '', one.sku ?? '', field, message].map(guardCell),
    ),
  )
  return new Blob(['\uFEFF', Papa.unparse([['Line', 'Name', 'SKU', 'Column', 'What is wrong'], ...cells])], {
    type: 'text/csv;charset=utf-8',
  })
}

/** How many lines of a file were, or would be, added, changed and rejected. */
export function ImportFigures({ result, dry }: { result: ImportResult; dry: boolean }) {
  const { totals } = result
  return (
    <StatGrid>
      <Stat label="Lines" value={number(result.done)} />
      <Stat label={dry ? 'To add' : 'Added'} value={number(totals.add)} />
      <Stat label={dry ? 'To change' : 'Changed'} value={number(totals.change)} />
      <Stat label="Same as now" value={number(totals.same)} />
      <Stat
        label="With errors"
        value={number(totals.error)}
        note={totals.error > 0 ? 'Left out' : undefined}
        badge={totals.error > 0 && <Badge status="danger">Needs Attention</Badge>}
      />
      <Stat
        label="“Back in stock” emails"
        value={number(totals.emails)}
        note={totals.emails > 0 && (dry ? 'The import would send them' : 'On their way')}
      />
    </StatGrid>
  )
}

/** Every error of a file, and what changed or would change, by line. */
export function ImportReport({ result, dry }: { result: ImportResult; dry: boolean }) {
  const { totals, rejected, changed } = result
  return (
    <>
      {rejected.length > 0 && (
        <Panel
          flush
          title="Errors"
          actions={
            <Button variant="quiet" onClick={() => saveFile(errorsFile(rejected), 'import-errors.csv')}>
              <Icon as={Download} size="s" />
              Download all
            </Button>
          }
        >
          <ul>
            {rejected.slice(0, shown).map((one) => (
              <Line key={one.line}>
                <Text color="muted">Line {number(one.line)}</Text>
                <div>
                  {one.name && <Text fontWeight={520}>{unitName(one)}</Text>}
                  {one.errors.map(({ field, message }) => (
                    <Text key={field + message}>{inWords(field, message)}</Text>
                  ))}
                </div>
              </Line>
            ))}
          </ul>
          <More count={rejected.length} />
        </Panel>
      )}
      {changed.length > 0 && (
        <Panel flush title={dry ? 'What would change' : 'What changed'}>
          <ul>
            {changed.slice(0, shown).map((one) => (
              <Line key={one.line}>
                <Text color="muted">Line {number(one.line)}</Text>
                <div>
                  <Text fontWeight={520}>{unitName(one) ?? 'Without a name'}</Text>
                  <Text textStyle="small" color="muted">
                    {one.action === 'add'
                      ? 'New'
                      : one.changes
                          .map(
                            ({ field, from, to }) =>
                              `${columnLabel(field)}: ${plain(field, from)} → ${plain(field, to)}`,
                          )
                          .join('; ')}
                  </Text>
                </div>
              </Line>
            ))}
          </ul>
          <More count={totals.add + totals.change} />
        </Panel>
      )}
    </>
  )
}

function More({ count }: { count: number }) {
  if (count <= shown) return null
  return (
    <Text textStyle="micro" padding=".7rem 1.25rem">
      The first {shown} of {number(count)} are shown.
    </Text>
  )
}
