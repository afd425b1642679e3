import { loadCode } from '@shop/router'

/** Reads the first code in a frame of the camera; null when there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

/** The browser's own detector: https://wicg.github.io/shape-detection-api/ */
interface NativeDetectorClass {
  new (options: { formats: readonly string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}

declare global {
  // Not in the types of the DOM, since few browsers have it.
  var BarcodeDetector: NativeDetectorClass | undefined
}

const formats = ['qr_code', 'ean_13', 'code_128'] as const
// Barcodes need less than a camera gives; more only costs time.
const maxWidth = 960

async function nativeReader(): Promise<CodeReader | null> {
  const Detector = globalThis.BarcodeDetector
  if (!Detector) return null
  const supported = await Detector.getSupportedFormats().catch((): string[] => [])
  if (!formats.every((format) => supported.includes(format))) return null
  const detector = new Detector({ formats })
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
}

async function scriptReader(): Promise<CodeReader> {
  const { readCode } = await loadCode(() => import(/* webpackChunkName: "rare-code-reader" */ './read-codes'))
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (video) => {
    const scale = Math.min(1, maxWidth / video.videoWidth)
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
    if (!context || width === 0 || height === 0) return Promise.resolve(null)
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    context.drawImage(video, 0, 0, width, height)
    return Promise.resolve(readCode(context.getImageData(0, 0, width, height)))
  }
}

/** The browser's own reader if it knows all our kinds of codes, else one in script, which is loaded now. */
export async function openCodeReader(): Promise<CodeReader> {
  return (await nativeReader()) ?? scriptReader()
}
