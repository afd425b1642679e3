import { useQueryClient } from '@shop/supabase'
import { Dialog } from '@shop/ui'
import { productListsKey } from '../products/list-products'
import { AdjustForm } from './adjust-form'
import { unitName, type StockUnit } from './stock-unit'
import { lowStockKey } from './low-stock'
import { stockRecordsKey } from './stock-record'

const changed = [stockRecordsKey, lowStockKey, productListsKey, ['dashboard-stats']]

/** The dialog that changes the stock of a unit; closed without one. */
export function ChangeStock({ unit, onClose }: { unit: StockUnit | null; onClose: () => void }) {
  const queries = useQueryClient()
  const done = () => {
    onClose()
    for (const queryKey of changed) void queries.invalidateQueries({ queryKey })
  }
  return (
    <Dialog
      open={unit !== null}
      title={unit ? `Change stock of ${unitName(unit)}` : ''}
      description={unit ? `${unit.stock.toLocaleString('en-GB')} in stock.` : undefined}
      onClose={onClose}
    >
      {unit && <AdjustForm key={unit.id} unit={unit} onScan={() => undefined} onDone={done} />}
    </Dialog>
  )
}
