import { storedItem } from '@shop/state'
import { Button, Icon } from '@shop/ui'
import Columns3 from 'lucide-react/icons/columns-3'
import { useState } from 'react'
import * as v from 'valibot'
import { ActionMenu } from './controls'

const storedChoice = (screen: string) =>
  storedItem<string[]>(`aurelle_columns_${screen}`, v.array(v.string()), { storage: 'local', fallback: [] })

/** The columns of a table that this browser hides. @param screen the name of the list, such as 'products' */
export function useHiddenColumns(
  screen: string,
): [hidden: readonly string[], change: (hidden: string[]) => void] {
  const [hidden, setHidden] = useState<readonly string[]>(() => storedChoice(screen).read())
  const change = (next: string[]) => {
    setHidden(next)
    storedChoice(screen).write(next)
  }
  return [hidden, change]
}

export interface ColumnChoiceProps {
  /** The columns that may be hidden. */
  columns: readonly { id: string; header: string }[]
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
}

/** A button that opens the list of columns. */
export function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  const trigger = (
    <Button variant="quiet">
      <Icon as={Columns3} size="s" />
      Columns
    </Button>
  )
  const choices = columns.map(({ id, header }) => ({
    id,
    label: header,
    checked: !hidden.includes(id),
    onChoose: () => onChange(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]),
  }))
  return <ActionMenu trigger={trigger} groups={[choices]} />
}
