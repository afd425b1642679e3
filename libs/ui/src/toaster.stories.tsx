import { useEffect } from 'react'
import { Button } from './button'
import { HStack } from './layout'
import { useToast } from './toasts'

export default {}

const messages = [
  { title: 'Address saved', durationMs: 600_000 },
  {
    title: 'Added to cart',
    status: 'success',
    link: { label: 'View cart', to: '/cart' },
    durationMs: 600_000,
  },
  {
    title: 'Error',
    description: 'The address could not be saved.',
    status: 'error',
    action: { label: 'Try again', onClick: () => undefined },
    durationMs: 600_000,
  },
] as const

/** The page around each story has the toaster. */
export const Statuses = () => {
  const toast = useToast()
  useEffect(() => {
    for (const message of messages) toast(message)
  }, [toast])
  return (
    <HStack gap="4" flexWrap="wrap">
      {messages.map((message) => (
        <Button key={message.title} onClick={() => toast(message)}>
          {message.title}
        </Button>
      ))}
    </HStack>
  )
}
