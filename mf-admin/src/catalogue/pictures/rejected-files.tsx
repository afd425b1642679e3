import { chakra } from '@shop/ui'
import type { RejectedFile } from './use-chosen-pictures'

const Line = chakra('span', { base: { display: 'block', overflowWrap: 'anywhere' } })
const Title = chakra('strong', { base: { display: 'block', fontWeight: 560 } })

/** Why files were not taken: title, message, and the file's name where several may be chosen. */
export function RejectedFiles({ files, named }: { files: readonly RejectedFile[]; named?: boolean }) {
  return files.map(({ fileName, title, message }, place) => (
    <Line key={place}>
      <Title>{title}</Title>
      {named && <span>{fileName}: </span>}
      <span>{message}</span>
    </Line>
  ))
}
