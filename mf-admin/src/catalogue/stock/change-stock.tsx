import { Button, Dialog } from '@shop/ui'
import { AdjustForm } from './adjust-form'
import { unitName, type StockUnit } from './stock-unit'

/** The dialog that changes the stock of a unit; closed without one. */
export function ChangeStock({ unit, onClose }: { unit: StockUnit | null; onClose: () => void }) {
  return (
    <Dialog
      open={unit !== null}
      title={unit ? `Change stock of ${unitName(unit)}` : ''}
      description={unit ? `${unit.stock.toLocaleString('en-GB')} in stock.` : undefined}
      onClose={onClose}
    >
      {unit && <AdjustForm key={unit.id} unit={unit} onScan={() => undefined} onDone={onClose} />}
    </Dialog>
  )
}

/** The button that opens it for a unit. */
export function ChangeStockButton({
  unit,
  onClick,
}: {
  unit: Pick<StockUnit, 'name' | 'options'>
  onClick: () => void
}) {
  return (
    <Button variant="quiet" aria-label={`Change stock of ${unitName(unit)}`} onClick={onClick}>
      Change
    </Button>
  )
}
