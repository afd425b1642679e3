import { Button, chakra, Icon, Text } from '@shop/ui'
import Download from 'lucide-react/icons/download'
import { ActionMenu } from './controls'
import { useExport, type FileExport } from './use-export'

/** A file that can be exported, and what the menu calls it. */
export interface NamedExport extends FileExport {
  label: string
}

/** A button that offers files of a list, and to cancel the one that is being made. It stays, so that it keeps the focus. */
export function ExportMenu({ files }: { files: readonly NamedExport[] }) {
  const { progress, start, cancel } = useExport()
  return (
    <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap=".6rem">
      {progress !== null && (
        <Text role="status" textStyle="small" fontVariantNumeric="tabular-nums">
          {progress}
        </Text>
      )}
      <ActionMenu
        trigger={
          <Button variant="quiet" flexGrow={1}>
            <Icon as={Download} size="s" />
            {progress === null ? 'Export' : 'Exporting'}
          </Button>
        }
        groups={[
          progress === null
            ? files.map((file) => ({ label: file.label, onChoose: () => start(file) }))
            : [{ label: 'Cancel export', onChoose: cancel }],
        ]}
      />
    </chakra.span>
  )
}
