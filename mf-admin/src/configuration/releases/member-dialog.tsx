import { Button, Dialog } from '@shop/ui'
import { DialogActions } from '../../kit/confirm-dialog'
import type { Composition, Member } from './composition'
import { MemberFacts } from './member-facts'
import { ReleaseForm } from './release-form'

interface MemberDialogProps {
  member: Member
  composition: Composition
  onClose: () => void
}

/** What is known of a member, and the form that gives visitors another of its versions. */
export function MemberDialog({ member, composition, onClose }: MemberDialogProps) {
  const { live, members } = composition
  const others = member.atHand.filter(({ version }) => version !== member.version)
  if (live !== null && others.length > 0)
    return <ReleaseForm {...{ member, others, composition, live, onClose }} />
  return (
    <Dialog
      open
      title={member.name}
      description="No other version is in the web server’s store: release one first, as the guide says."
      onClose={onClose}
    >
      <MemberFacts member={member} members={members} />
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
