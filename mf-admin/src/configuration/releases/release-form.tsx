import { useToast } from '@shop/ui'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { formatDateTime } from '../../kit/dates'
import { SelectField, SwitchField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useStartCanary } from './canary'
import { usePromote, type Composition, type Member } from './composition'
import { MemberFacts } from './member-facts'
import { PreviewLink } from './preview-link'
import { ReasonField } from './reason-field'
import { shortCommit } from './release-words'
import { VersionChanges } from './version-changes'
import { VersionChecks } from './version-checks'
import { why } from './why'

const schema = v.object({
  version: v.pipe(v.string(), v.nonEmpty('Choose a version.')),
  share: v.pipe(v.string(), v.toNumber()),
  byHand: v.boolean(),
  why,
})

interface ReleaseFormProps {
  member: Member
  /** Versions of it that could go live. */
  others: Member['atHand']
  composition: Composition
  /** The set that is live. */
  live: string
  onClose: () => void
}

/** Gives visitors another version of a member: all of them, or a share as a canary. */
export function ReleaseForm({ member, others, composition, live, onClose }: ReleaseFormProps) {
  const { name } = member
  const toast = useToast()
  const [promote, startCanary] = [usePromote(), useStartCanary()]
  const form = useKitForm(schema, {
    defaultValues: { version: '', share: '100', byHand: false, why: '' },
    onSubmit: async ({ share, byHand, ...values }) => {
      const promotion = { name, live, ...values }
      if (share === 100) {
        await promote.mutateAsync(promotion)
        return `${name} ${values.version} is live.`
      }
      await startCanary.mutateAsync({ ...promotion, share, byHand })
      return `${name} ${values.version} goes to ${String(share)} % of visitors.`
    },
    onSaved: (description) => {
      toast({ title: 'Success', description, status: 'success' })
      onClose()
    },
    failure: `${name} was not released.`,
  })
  const [version, share] = useWatch({ control: form.control, name: ['version', 'share'] })
  const isCanary = share !== '100'
  return (
    <FormDialog
      form={form}
      title={name}
      description={`Another version takes the place of ${member.version ?? 'none'} with each visitor’s next page. Open checkouts keep the set that they began with.`}
      submitLabel={isCanary ? 'Start canary' : 'Promote'}
      onClose={onClose}
    >
      <MemberFacts member={member} members={composition.members} />
      <SelectField
        {...form.field('version')}
        label="Version"
        required
        hint="Those whose files are complete and signed in the web server’s store."
      >
        <option value="">Choose</option>
        {others.map(({ version: other, commit, at }) => (
          <option key={other} value={other}>
            {[other, commit && shortCommit(commit), at && formatDateTime(at)].filter(Boolean).join(', ')}
          </option>
        ))}
      </SelectField>
      {version !== '' && (
        <>
          <VersionChanges changes={[{ name, from: member.version, to: version }]} />
          <VersionChecks name={name} version={version} />
          <PreviewLink key={version} of={{ name, version }} label={`${name} ${version}`} />
        </>
      )}
      <SelectField
        {...form.field('share')}
        label="Visitors"
        required
        hint={
          isCanary
            ? 'A canary is compared with the live set, and stopped when it fails more often.'
            : undefined
        }
      >
        <option value="100">All at once</option>
        <option value="10">10 % first, as a canary</option>
        <option value="50">50 % first, as a canary</option>
      </SelectField>
      {isCanary && (
        <SwitchField
          {...form.field('byHand')}
          label="Advance by hand"
          hint="Otherwise it goes on to 10, 50 and 100 % by itself, once enough visitors had it without trouble."
        />
      )}
      <ReasonField {...form.field('why')} />
    </FormDialog>
  )
}
