import { useAppQuery } from '@shop/supabase'
import { useToast } from '@shop/ui'
import type { ConflictField } from '../../kit/conflict-view'
import { none } from '../../kit/field-rules'
import { SelectField, TagField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useConflict } from '../../kit/use-conflict'
import { categoryChoicesQuery } from '../products/list-categories'
import type { SearchWords } from './list-search-words'
import { useSaveSearchWords } from './save-search-words'
import {
  newSearchWords,
  searchWordsForm,
  searchWordsValues,
  type SearchWordsValues,
} from './search-words-values'

interface SearchWordsFormProps {
  /** The entry to edit; undefined for a new one. */
  entry?: SearchWords
  readOnly: boolean
  onClose: () => void
}

/** The dialog that adds, changes or shows what shoppers' words mean. Mount it anew for another entry. */
export function SearchWordsForm({ entry, readOnly, onClose }: SearchWordsFormProps) {
  const toast = useToast()
  const save = useSaveSearchWords()
  const { data: categories = [] } = useAppQuery(categoryChoicesQuery)
  const inWords = (value: unknown) => (Array.isArray(value) && value.length > 0 ? value.join(', ') : 'none')
  const fields: ConflictField<SearchWordsValues>[] = [
    { name: 'typed', label: 'Shoppers type', show: inWords },
    { name: 'means', label: 'The shop says', show: inWords },
    {
      name: 'category_id',
      label: 'Category',
      show: (value) => categories.find(({ id }) => id === value)?.name ?? 'none',
    },
  ]
  const opened = entry ? searchWordsValues(entry) : { version: 0, values: newSearchWords }
  const conflict = useConflict<SearchWordsValues>(opened, fields, searchWordsValues)
  const form = useKitForm(searchWordsForm, {
    defaultValues: opened.values,
    onSubmit: (values) =>
      save.mutateAsync({ id: entry?.id, version: entry && conflict.base().version, values }),
    onSaved: () => {
      const description = `Entry ${entry ? 'updated' : 'created'} successfully.`
      toast({ title: 'Success', description, status: 'success' })
      onClose()
    },
    onRejected: (error, rejected) => conflict.catchStale(error, rejected),
    failure: 'Failed to save the entry. Please try again.',
  })
  return (
    <FormDialog
      form={form}
      readOnly={readOnly}
      title={readOnly ? 'Search words' : entry ? 'Edit search words' : 'Add search words'}
      submitLabel={entry ? 'Save Changes' : 'Create Entry'}
      onClose={onClose}
    >
      {conflict.view}
      <TagField
        {...form.field('typed')}
        label="Shoppers type"
        required
        maxLength={60}
        hint="Words, or phrases of up to three words, separated by commas. Plurals and slips of one letter are found too."
      />
      <TagField
        {...form.field('means')}
        label="The shop says"
        maxLength={60}
        hint="What the search looks for as well: words in the names and descriptions of products, or titles of pages."
      />
      <SelectField
        {...form.field('category_id')}
        label="Category"
        hint="Shown above the products that are found."
      >
        <option value={none}>No category</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
