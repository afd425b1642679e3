import { chakra, Field, NativeSelect } from '@shop/ui'
import { useState } from 'react'
import { inWords } from '../../../kit/in-words'
import { columnNames, type FileColumn } from './file-columns'
import type { ProductFile } from './read-file'

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '1rem',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(13rem, 100%), 1fr))',
  },
})

// One line each, so that the fields of a row stand side by side.
const Sample = chakra('span', {
  base: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

const Summary = chakra('summary', {
  base: {
    marginBlock: '-.7rem',
    paddingBlock: '.7rem',
    cursor: 'pointer',
    'details[open] > &': { marginBottom: '.2rem' },
  },
})

const ignored = 'ignore'

const labels: Readonly<Record<string, string>> = {
  sku: 'SKU',
  publish_at: 'Goes live on',
  unpublish_at: 'Goes offline on',
}

/** "compare_at_price" as words, those of the product form. */
export const columnLabel = (column: string) => labels[column] ?? inWords(column).replace(/^Seo/, 'SEO')

interface MappingFieldsProps {
  file: ProductFile
  mapping: readonly (FileColumn | undefined)[]
  onChange: (mapping: (FileColumn | undefined)[]) => void
}

/** The mapping of the file's columns to fields; closed at first if all columns are known. */
export function MappingFields({ file, mapping, onChange }: MappingFieldsProps) {
  const [isOpen, setOpen] = useState(() => mapping.includes(undefined))
  const known = mapping.filter((column) => column !== undefined).length
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Summary>
        {known} of {file.headings.length} columns are known
      </Summary>
      <Columns>
        {file.headings.map((heading, place) => (
          <Field
            key={`${String(place)} ${heading}`}
            label={heading || `Column ${String(place + 1)}`}
            hint={<Sample>{file.sample[place]?.slice(0, 80) || 'Empty in the first row'}</Sample>}
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
    </details>
  )
}
