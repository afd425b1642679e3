import { chakra, Grid, Text } from '@shop/ui'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import type { Effect } from './effects'

const Comparison = chakra('table', {
  base: {
    width: '100%',
    borderCollapse: 'collapse',
    fontVariantNumeric: 'tabular-nums',
    '& :is(th, td)': { padding: '.5rem .6rem', textAlign: 'start', verticalAlign: 'top' },
    '& :is(th, td):first-child': { paddingInlineStart: '0' },
    '& thead th': { textStyle: 'micro', color: 'muted', fontWeight: 500 },
    '& tbody tr': { borderTop: '1px solid {colors.line}' },
    '& tbody th': { fontWeight: 420 },
    '& td:last-child': { fontWeight: 540 },
  },
})

interface EffectQuestionProps {
  /** Null closes the question. */
  effect: Effect | null
  label: string
  onAnswer: (isYes: boolean) => void
}

/** Asks before a setting of money is saved, with what it changes. */
export function EffectQuestion({ effect, label, onAnswer }: EffectQuestionProps) {
  return (
    <ConfirmDialog
      open={effect !== null}
      title={`Change “${label}”?`}
      confirmLabel="Change it"
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      {effect && (
        <Grid gap=".8rem">
          <Text>{effect.intro}</Text>
          <Comparison>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Now</th>
                <th scope="col">Then</th>
              </tr>
            </thead>
            <tbody>
              {effect.rows.map(({ label: what, before, after }) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  <td>{before}</td>
                  <td>{after}</td>
                </tr>
              ))}
            </tbody>
          </Comparison>
          {effect.notes.map((note) => (
            <Text key={note} textStyle="small">
              {note}
            </Text>
          ))}
        </Grid>
      )}
    </ConfirmDialog>
  )
}
