import { useSettings } from '@shop/settings'
import { Badge } from '@shop/ui'
import { stockLevel } from '../stock/stock-level'

/** The stock level as a badge. */
export function StockBadge({ stock }: { stock: number }) {
  const { lowMax } = useSettings().stock
  switch (stockLevel(stock, lowMax)) {
    case 'out':
      return <Badge status="neutral">Out of Stock</Badge>
    case 'low':
      return <Badge status="warning">Low Stock</Badge>
    case 'normal':
      return <Badge status="positive">In stock</Badge>
  }
}
