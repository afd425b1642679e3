import type { IconComponent } from '@shop/ui'
import Folder from 'lucide-react/icons/folder'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Package from 'lucide-react/icons/package'
import QrCode from 'lucide-react/icons/qr-code'
import ReceiptText from 'lucide-react/icons/receipt-text'
import ScanLine from 'lucide-react/icons/scan-line'
import Store from 'lucide-react/icons/store'
import Truck from 'lucide-react/icons/truck'
import Users from 'lucide-react/icons/users'

/** An entry of the sidebar. Without `to` the screen is not open yet and there is no link. */
export interface Screen {
  label: string
  icon: IconComponent
  to?: string
}

/** The label of screens that are not open. */
export const notOpen = 'Not open yet'

type Name =
  'store' | 'dashboard' | 'qrCode' | 'scan' | 'products' | 'categories' | 'orders' | 'customers' | 'shipping'

export const screens: Record<Name, Screen> = {
  store: { label: 'Visit Store', icon: Store, to: '/' },
  dashboard: { label: 'Dashboard', icon: LayoutDashboard, to: '/admin/dashboard' },
  qrCode: { label: 'QR Code', icon: QrCode, to: '/admin/qr-code' },
  scan: { label: 'Scan', icon: ScanLine, to: '/admin/scan' },
  products: { label: 'Products', icon: Package },
  categories: { label: 'Categories', icon: Folder },
  orders: { label: 'Orders', icon: ReceiptText },
  customers: { label: 'Customers', icon: Users },
  shipping: { label: 'Shipping', icon: Truck },
}

/** The sidebar's groups in order (specification, back office, section 2). */
export const groups: { label: string; screens: Screen[] }[] = [
  { label: 'Store Access', screens: [screens.store] },
  { label: 'Overview', screens: [screens.dashboard, screens.qrCode] },
  { label: 'Catalog Management', screens: [screens.products, screens.categories, screens.scan] },
  { label: 'Orders & Customers', screens: [screens.orders, screens.customers] },
  { label: 'Configuration', screens: [screens.shipping] },
]
