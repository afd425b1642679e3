import { useRollBack, type Composition } from './composition'
import { ReasonForm } from './reason-form'
import { rollbackChanges } from './release-words'
import { VersionChanges } from './version-changes'

interface RollbackFormProps {
  composition: Composition
  /** The set that is made live again. */
  to: string
  onClose: () => void
}

/** Asks why, says what changes, and makes the set before live again. */
export function RollbackForm({ composition, to, onClose }: RollbackFormProps) {
  const rollBack = useRollBack()
  return (
    <ReasonForm
      title="Roll back the shop?"
      description={`Set ${to}, which was live before, becomes live for every visitor with their next page. Open checkouts keep the set that they began with.`}
      submitLabel="Roll back"
      onSubmit={(why) => rollBack.mutateAsync({ to, why })}
      done={`Set ${to} is live again.`}
      failure="The shop was not rolled back."
      onClose={onClose}
    >
      <VersionChanges changes={rollbackChanges(composition)} />
    </ReasonForm>
  )
}
