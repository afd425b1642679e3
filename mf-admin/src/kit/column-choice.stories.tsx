import { useState } from 'react'
import { ColumnChoice } from './column-choice'

export default {}

export const OneHidden = () => {
  const [hidden, setHidden] = useState(['stock'])
  const columns = [
    { id: 'stock', header: 'Stock' },
    { id: 'status', header: 'Status' },
  ]
  return <ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />
}
