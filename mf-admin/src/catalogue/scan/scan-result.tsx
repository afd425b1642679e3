import {
  Box,
  Button,
  chakra,
  EmptyState,
  ErrorState,
  LinkButton,
  Loading,
  Panel,
  Skeleton,
  Text,
  useAnnounce,
} from '@shop/ui'
import { useAppQuery } from '@shop/supabase'
import { useEffect, useRef, useState } from 'react'
import { findByCodeQuery } from './find-by-code'
import { unitName, variantName, type StockUnit } from '../stock/stock-unit'
import { UnitPanel } from './unit-panel'

const Choice = chakra('li', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '1rem',
    padding: '.6rem 1.25rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

const resultWords = (code: string, units: readonly StockUnit[]): string => {
  const [unit] = units
  if (!unit) return `No product has the code ${code}.`
  if (units.length > 1) return `${unit.name}: ${units.length} variants. Choose one.`
  return `${unitName(unit)}. ${unit.stock} in stock.`
}

export interface ScanResultProps {
  code: string
  onScan: (code: string) => void
  /** Called when the result is dealt with. */
  onDone: () => void
}

/** What a code names: one unit, several to choose from, or nothing. The result is announced. */
export function ScanResult({ code, onScan, onDone }: ScanResultProps) {
  const { data: units, error, isFetching, refetch } = useAppQuery(findByCodeQuery(code))
  const [chosenId, setChosenId] = useState<string | null>(null)
  const announce = useAnnounce()
  const isFound = units !== undefined
  const words = isFound ? resultWords(code, units) : ''
  const hasAnnounced = useRef(false)
  useEffect(() => {
    if (!words || hasAnnounced.current) return
    hasAnnounced.current = true
    announce(words)
  }, [announce, words])

  if (error && !isFound) {
    return (
      <Panel>
        <ErrorState
          title="The code could not be looked up"
          text="Nothing was changed. Please try again."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </Panel>
    )
  }
  if (!isFound) return <LoadingResult />
  const unit = units.length === 1 ? units[0] : units.find(({ id }) => id === chosenId)
  if (unit) {
    return (
      <Box display="grid" gap="1rem">
        {units.length > 1 && (
          <div>
            <Button variant="text" onClick={() => setChosenId(null)}>
              Choose another variant
            </Button>
          </div>
        )}
        <UnitPanel unit={unit} onScan={onScan} onDone={onDone} />
      </Box>
    )
  }
  if (units.length > 1) {
    return (
      <Panel flush title="Which one is it?">
        <ul>
          {units.map((each) => (
            <Choice key={each.id}>
              <Box minWidth="0">
                <Text fontWeight={520}>{variantName(each) || each.name}</Text>
                <Text textStyle="micro" overflowWrap="anywhere">
                  {each.name} · {each.stock} on hand
                </Text>
              </Box>
              <Button
                variant="quiet"
                aria-label={`Choose ${unitName(each)}`}
                onClick={() => setChosenId(each.id)}
              >
                Choose
              </Button>
            </Choice>
          ))}
        </ul>
      </Panel>
    )
  }
  return (
    <Panel>
      <EmptyState
        title="Unknown code"
        text={
          <chakra.span overflowWrap="anywhere">
            No product has the code <chakra.strong fontWeight={540}>{code}</chakra.strong>.
          </chakra.span>
        }
        action={
          <LinkButton variant="quiet" to={`/admin/products?q=${encodeURIComponent(code)}`}>
            Find a product
          </LinkButton>
        }
      />
    </Panel>
  )
}

function LoadingResult() {
  return (
    <Panel>
      <Loading label="Looking up the code">
        <Box display="grid" gap="1rem">
          <Skeleton height="112px" width="112px" />
          <Skeleton height="1.5rem" width="60%" />
          <Skeleton height="3rem" width="100%" />
        </Box>
      </Loading>
    </Panel>
  )
}
