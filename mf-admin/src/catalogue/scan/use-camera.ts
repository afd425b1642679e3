import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { openCodeReader, type CodeReader } from './code-reader'

/** off, starting, watching for a code; or why there is no camera. */
export type CameraState = 'off' | 'starting' | 'watching' | 'rejected' | 'none' | 'failed'

const pauseMs = 120
const wanted: MediaStreamConstraints = {
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  audio: false,
}

function reasonOf(error: unknown): CameraState {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'rejected'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'failed'
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

/** Reads frames until two in a row show the same code, so that a blurred one is not misread. */
async function watch(video: HTMLVideoElement, read: CodeReader, signal: AbortSignal): Promise<string | null> {
  let last: string | null = null
  while (!signal.aborted) {
    const code = await read(video)
    if (code !== null && code === last) return code
    last = code
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return null
}

/**
 * The camera of the device in a video element. It is switched off after a code, when the page is hidden and when the
 * component is removed.
 * @param onCode called with the code
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onCode: (code: string) => void,
): { state: CameraState; start: () => void; stop: () => void } {
  // Pages that are not served securely have no `mediaDevices`, whatever its type says.
  const [state, setState] = useState<CameraState>(() =>
    Reflect.get(navigator, 'mediaDevices') ? 'off' : 'none',
  )
  const running = useRef<AbortController | null>(null)
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })

  const end = useCallback(() => {
    if (!running.current) return
    running.current.abort()
    running.current = null
    setState('off')
  }, [])

  const run = useCallback(async () => {
    if (running.current) return
    const control = new AbortController()
    const { signal } = control
    running.current = control
    setState('starting')
    try {
      const stream = await navigator.mediaDevices.getUserMedia(wanted)
      signal.addEventListener('abort', () => stop(stream))
      if (signal.aborted || !video.current) return stop(stream)
      const read = await openCodeReader()
      video.current.srcObject = stream
      await video.current.play()
      setState('watching')
      const code = await watch(video.current, read, signal)
      if (code === null) return
      end()
      latest.current(code)
    } catch (error) {
      if (signal.aborted) return
      end()
      console.warn(error)
      setState(reasonOf(error))
    }
  }, [video, end])

  useEffect(() => {
    const onVisibility = () => {
      if (document.hidden) end()
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      end()
    }
  }, [end])

  return { state, start: () => void run(), stop: end }
}
