import { Button, chakra, Dialog, useToast } from '@shop/ui'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { DialogActions } from '../../kit/confirm-dialog'
import { formatDateTime } from '../../kit/dates'
import { SelectField, TextareaField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { usePromote, type Member } from './composition'
import { atHandWords, loadWords, shortCommit, sizeWords } from './release-words'
import { PreviewLink } from './preview-link'
import { VersionChanges } from './version-changes'
import { VersionChecks } from './version-checks'
import { maxWhy, why } from './why'

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', sm: 'max-content minmax(0, 1fr)' },
    columnGap: '1.5rem',
    rowGap: { base: '.15rem', sm: '.45rem' },
    margin: '0',
    '& dt': { color: 'muted', textStyle: 'small' },
    '& dd': { margin: '0', marginBottom: { base: '.45rem', sm: '0' }, overflowWrap: 'anywhere' },
  },
})

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function MemberFacts({ member }: { member: Member }) {
  const shared = member.name === 'shell' ? member.provides : member.needs
  return (
    <Facts>
      <Fact name="Owner">{member.owner}</Fact>
      <Fact name="Live version">{member.version ?? 'None'}</Fact>
      <Fact name="Commit">{member.commit ?? 'Not recorded'}</Fact>
      <Fact name="Released">{member.releasedAt ? formatDateTime(member.releasedAt) : 'Never'}</Fact>
      <Fact name="Scripts">{member.bytes === null ? 'Not recorded' : sizeWords(member.bytes)}</Fact>
      <Fact name="Page load, p75">{loadWords(member)}</Fact>
      <Fact name="Failures in browsers">{member.failures ?? 'Not known'}</Fact>
      <Fact name={member.name === 'shell' ? 'Provides' : 'Shared, from the shell'}>
        {shared.join(', ') || 'None recorded'}
      </Fact>
      <Fact name="Versions">{atHandWords(member)}</Fact>
    </Facts>
  )
}

const schema = v.object({ version: v.pipe(v.string(), v.nonEmpty('Choose a version.')), why })

interface MemberDialogProps {
  member: Member
  /** The set that is live; null for none. */
  live: string | null
  onClose: () => void
}

/** What is known of a member, and the form that makes another of its versions live. */
export function MemberDialog({ member, live, onClose }: MemberDialogProps) {
  const others = member.atHand.filter(({ version }) => version !== member.version)
  if (live !== null && others.length > 0)
    return <PromotionForm member={member} live={live} others={others} onClose={onClose} />
  return (
    <Dialog
      open
      title={member.name}
      description="No other version is in the web server’s store: release one first, as the guide says."
      onClose={onClose}
    >
      <MemberFacts member={member} />
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface PromotionFormProps extends MemberDialogProps {
  live: string
  others: Member['atHand']
}

function PromotionForm({ member, live, others, onClose }: PromotionFormProps) {
  const toast = useToast()
  const promote = usePromote()
  const form = useKitForm(schema, {
    defaultValues: { version: '', why: '' },
    onSubmit: async (values) => {
      await promote.mutateAsync({ name: member.name, live, ...values })
      return values.version
    },
    onSaved: (version) => {
      toast({ title: 'Success', description: `${member.name} ${version} is live.`, status: 'success' })
      onClose()
    },
    failure: `${member.name} was not promoted.`,
  })
  const chosen = useWatch({ control: form.control, name: 'version' })
  return (
    <FormDialog
      form={form}
      title={member.name}
      description={`Another version becomes live in place of ${member.version ?? 'none'}, for every visitor with their next page. Open checkouts keep the set that they began with.`}
      submitLabel="Promote"
      onClose={onClose}
    >
      <MemberFacts member={member} />
      <SelectField
        {...form.field('version')}
        label="Version"
        required
        hint="Those whose files are complete and signed in the web server’s store."
      >
        <option value="">Choose</option>
        {others.map(({ version, commit, at }) => (
          <option key={version} value={version}>
            {[version, commit && shortCommit(commit), at && formatDateTime(at)].filter(Boolean).join(', ')}
          </option>
        ))}
      </SelectField>
      {chosen !== '' && (
        <>
          <VersionChanges changes={[{ name: member.name, from: member.version, to: chosen }]} />
          <VersionChecks name={member.name} version={chosen} />
          <PreviewLink
            key={chosen}
            of={{ name: member.name, version: chosen }}
            label={`${member.name} ${chosen}`}
          />
        </>
      )}
      <TextareaField
        {...form.field('why')}
        label="Reason"
        required
        rows={3}
        maxLength={maxWhy}
        hint="Kept in the history and the audit log."
      />
    </FormDialog>
  )
}
