import { useSearchParams } from '@shop/router'
import { PageHead, useSite } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import {
  Box,
  Button,
  chakra,
  EmptyState,
  ErrorState,
  Field,
  Icon,
  LinkButton,
  Loading,
  NativeSelect,
  PageHeader,
  Panel,
  RadioCardGroup,
  RadioChip,
  Skeleton,
  Stack,
  Text,
} from '@shop/ui'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { useChargedPrice } from '../../kit/charged-price'
import { ChosenList, type ChosenUnit } from './chosen-list'
import type { CodeKind } from './label'
import { labelListText, maxLabels, parseLabelList, type LabelLine } from './label-list'
import { labelsPerSheet, LabelSheets, type PrintedLabel } from './label-sheets'
import { unitsQuery } from './read-units'
import { UnitSearch } from './unit-search'

// Everything but the labels stays off the paper.
const OnScreen = chakra('div', { base: { '@media print': { display: 'none' } } })
const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '1.5rem',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
    marginBottom: '1.5rem',
  },
})

const printWords = (count: number) =>
  count === 0 ? 'Print labels' : count === 1 ? 'Print 1 label' : `Print ${count} labels`

/** Labels of the products and variants in `?labels=`, to print on sheets of 21. */
export function LabelsPage() {
  const siteUrl = useSite().siteUrl || location.origin
  const charged = useChargedPrice()
  const [params, setParams] = useSearchParams()
  const [kind, setKind] = useState<CodeKind>('qr')
  const [used, setUsed] = useState(0)
  const lines = parseLabelList(params.get('labels') ?? '')
  const ids = lines.map(({ id }) => id)
  const { data, error, isFetching, refetch } = useAppQuery(ids.length > 0 ? unitsQuery(ids) : null, {
    keepPrevious: true,
  })

  const chosen: ChosenUnit[] = lines.flatMap(({ id, copies }) =>
    (data?.get(id) ?? []).map((unit) => ({ unit, copies })),
  )
  const labels: PrintedLabel[] = chosen
    .flatMap(({ unit, copies }) =>
      Array.from({ length: copies }, (_, copy) => ({
        key: `${unit.id} ${copy}`,
        unit,
        kind,
        pricePence: charged(unit.pricePence).withVat,
        siteUrl,
      })),
    )
    .slice(0, maxLabels)
  const change = (next: (now: readonly LabelLine[]) => readonly LabelLine[]) => {
    setParams((now) => ({ labels: labelListText(next(parseLabelList(now.get('labels') ?? ''))) }), {
      replace: true,
    })
  }
  // A product with options stands in the address by its own id; changing one of its variants names them all. What was just
  // added has not been read yet and stays as it is.
  const setCopies = (id: string, copies: number) => {
    change((now) =>
      now
        .flatMap((line) => data?.get(line.id)?.map((unit) => ({ id: unit.id, copies: line.copies })) ?? line)
        .map((line) => (line.id === id ? { id, copies } : line))
        .filter((line) => line.copies > 0),
    )
  }

  return (
    <>
      <OnScreen>
        <PageHead title="Labels" description="Restricted access only" noindex />
        <PageHeader
          title="Labels"
          text="For sheets of 21 labels, 63.5 × 38.1 mm. Print at 100 %, without margins."
          aside={
            <LinkButton variant="quiet" to="/admin/scan" minWidth="8rem">
              Back to scanning
            </LinkButton>
          }
        />
        <Columns>
          <Panel title="Add products">
            <UnitSearch
              chosen={new Set([...ids, ...chosen.map(({ unit }) => unit.id)])}
              onAdd={({ id }) => change((now) => [...now, { id, copies: 1 }])}
            />
          </Panel>
          <Panel title="Print">
            <Stack gap="1.25rem">
              <RadioCardGroup
                label="Code on the label"
                value={kind}
                onChange={(value) => setKind(value === 'barcode' ? 'barcode' : 'qr')}
              >
                <Box display="flex" flexWrap="wrap" gap=".6rem">
                  <RadioChip value="qr" label="QR code" />
                  <RadioChip value="barcode" label="Barcode" />
                </Box>
              </RadioCardGroup>
              <Field label="First free label of the sheet">
                <NativeSelect value={used} onChange={({ target }) => setUsed(Number(target.value))}>
                  {Array.from({ length: labelsPerSheet }, (_, place) => (
                    <option key={place} value={place}>
                      {place + 1}
                    </option>
                  ))}
                </NativeSelect>
              </Field>
              <div>
                <Button disabled={labels.length === 0} onClick={() => window.print()}>
                  <Icon as={Printer} size="s" />
                  {printWords(labels.length)}
                </Button>
              </div>
              {labels.length === maxLabels && (
                <Text textStyle="small" color="muted">
                  At most {maxLabels} labels are printed at once.
                </Text>
              )}
            </Stack>
          </Panel>
        </Columns>
        {chosen.length > 0 && (
          <Panel flush title="Chosen" marginBottom="1.5rem">
            <ChosenList chosen={chosen} onCopies={setCopies} />
          </Panel>
        )}
      </OnScreen>
      {error && !data ? (
        <Panel>
          <ErrorState
            title="The products could not be loaded"
            text="Nothing was changed. Please try again."
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </Panel>
      ) : labels.length > 0 ? (
        <LabelSheets labels={labels} used={used} />
      ) : isFetching ? (
        <Loading label="Loading labels">
          <Skeleton height="144px" width="240px" />
        </Loading>
      ) : (
        <Panel>
          <EmptyState title="No labels yet" text="Find a product above and add it, or scan one." />
        </Panel>
      )}
    </>
  )
}
