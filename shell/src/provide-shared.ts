// A remote brings none of the shared libs: each must be in the host once, or the remote cannot start.
import '@shop/auth'
import '@shop/cart'
import '@shop/pricing'
import '@shop/router'
import '@shop/settings'
import '@shop/supabase'
import '@shop/ui'
import 'jotai'
import 'react-dom'

// Never called: it only makes the build carry the lib that pages fetch when they first need it.
export const provideLater = () => import('@shop/ui-rich')
