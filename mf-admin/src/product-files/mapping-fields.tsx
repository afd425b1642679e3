import { chakra, Field, NativeSelect } from '@shop/ui'
import { columnNames, type FileColumn } from './file-columns'
import type { ProductFile } from './read-file'

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '1rem',
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      sm: 'repeat(2, minmax(0, 1fr))',
      lg: 'repeat(4, minmax(0, 1fr))',
    },
  },
})

const ignored = 'ignore'

/** "compare_at_price" as words. */
export const columnLabel = (column: string) =>
  column === 'sku' ? 'SKU' : column.charAt(0).toUpperCase() + column.slice(1).replaceAll('_', ' ')

interface MappingFieldsProps {
  file: ProductFile
  mapping: readonly (FileColumn | undefined)[]
  onChange: (mapping: (FileColumn | undefined)[]) => void
}

/** What each column of the file means. */
export function MappingFields({ file, mapping, onChange }: MappingFieldsProps) {
  return (
    <Columns>
      {file.headings.map((heading, place) => (
        <Field
          key={`${String(place)} ${heading}`}
          label={heading || `Column ${String(place + 1)}`}
          hint={file.lines[0]?.cells[place]?.slice(0, 40) || 'Empty in the first row'}
        >
          <NativeSelect
            value={mapping[place] ?? ignored}
            onChange={({ target }) =>
              onChange(
                file.headings.map((_, at) =>
                  at === place ? columnNames.find((name) => name === target.value) : mapping[at],
                ),
              )
            }
          >
            <option value={ignored}>Ignore this column</option>
            {columnNames.map((name) => (
              <option key={name} value={name} disabled={mapping[place] !== name && mapping.includes(name)}>
                {columnLabel(name)}
              </option>
            ))}
          </NativeSelect>
        </Field>
      ))}
    </Columns>
  )
}
