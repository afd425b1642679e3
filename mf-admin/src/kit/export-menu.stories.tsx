import { ExportMenu } from './export-menu'

export default {}

const file = {
  make: () => Promise.resolve(new Blob()),
  name: 'orders',
  done: 'All orders.',
  failure: 'No file was saved.',
}

export const TwoFiles = () => (
  <ExportMenu
    files={[
      { ...file, label: 'Orders' },
      { ...file, label: 'Order lines' },
    ]}
  />
)
