import { Box, IconButton, Input, type InputProps } from '@shop/ui'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'

/** A password input with a show/hide button. */
export function PasswordInput(props: InputProps) {
  const [shown, setShown] = useState(false)
  return (
    <Box position="relative">
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        paddingInlineEnd="3.25rem"
      />
      <Box position="absolute" insetBlock="2px" insetInlineEnd="2px" display="grid" alignItems="center">
        <IconButton
          label={shown ? 'Hide password' : 'Show password'}
          icon={shown ? EyeOff : Eye}
          onClick={() => setShown(!shown)}
        />
      </Box>
    </Box>
  )
}
