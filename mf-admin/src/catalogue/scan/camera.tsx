import { Box, Button, chakra, Icon, Stack, Text } from '@shop/ui'
import CameraIcon from 'lucide-react/icons/camera'
import { useRef } from 'react'
import { useCamera, type CameraState } from './use-camera'

const Video = chakra('video', {
  base: { display: 'block', width: '100%', height: '100%', objectFit: 'cover', borderRadius: 'panel' },
})

// Where to hold the code, over the picture.
const Guide = chakra('span', {
  base: {
    position: 'absolute',
    inset: '18% 12%',
    border: '2px solid #ffffff',
    borderRadius: 'panel',
    boxShadow: '0 0 0 1px rgb(0 0 0 / 60%), inset 0 0 0 1px rgb(0 0 0 / 60%)',
    pointerEvents: 'none',
  },
})

const words: Record<CameraState, string> = {
  off: 'Hold a QR code, an EAN-13 or a Code 128 in front of the camera.',
  starting: 'The camera is starting...',
  watching: 'Looking for a code. Hold it inside the frame.',
  rejected:
    'The camera is blocked for this page. Allow it in the browser’s site settings, or type the code in the field above.',
  none: 'There is no camera here. Use a handheld scanner or type the code in the field above.',
  failed: 'The camera could not be started. Another program may be using it. The field above still works.',
}

/** Reads a code with the camera of the device. */
export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, start, stop } = useCamera(video, onCode)
  const isOn = state === 'starting' || state === 'watching'
  return (
    <Stack gap="1rem">
      <Box position="relative" aspectRatio="4 / 3" background="#000000" borderRadius="panel" hidden={!isOn}>
        <Video ref={video} muted playsInline aria-label="Camera" />
        <Guide hidden={state !== 'watching'} />
      </Box>
      <Text role="status" color="muted">
        {words[state]}
      </Text>
      {state !== 'none' && (
        <Box>
          <Button variant="quiet" onClick={isOn ? stop : start}>
            <Icon as={CameraIcon} size="s" />
            {isOn ? 'Stop the camera' : 'Use the camera'}
          </Button>
        </Box>
      )}
    </Stack>
  )
}
