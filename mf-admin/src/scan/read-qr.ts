import type BitMatrix from '@zxing/library/esm/core/common/BitMatrix'
import type DetectorResult from '@zxing/library/esm/core/common/DetectorResult'
import Decoder from '@zxing/library/esm/core/qrcode/decoder/Decoder'
import Detector from '@zxing/library/esm/core/qrcode/detector/Detector'
import type FinderPattern from '@zxing/library/esm/core/qrcode/detector/FinderPattern'
import FinderPatternFinder from '@zxing/library/esm/core/qrcode/detector/FinderPatternFinder'
import FinderPatternInfo from '@zxing/library/esm/core/qrcode/detector/FinderPatternInfo'
import ResultPoint from '@zxing/library/esm/core/ResultPoint'

const maxCentres = 12
const maxTriples = 10
const maxSizeRatio = 1.4

/** Remembers every square that looks like a corner of a code; the library keeps only the three that it chooses. */
class CornerFinder extends FinderPatternFinder {
  corners: FinderPattern[] = []

  protected override handlePossibleCenter(counts: Int32Array, y: number, x: number, pure: boolean): boolean {
    const isCorner = super.handlePossibleCenter(counts, y, x, pure)
    this.corners = [...this.getPossibleCenters()]
    return isCorner
  }
}

class CornerDetector extends Detector {
  sample(corners: FinderPatternInfo): DetectorResult {
    return this.processFinderPatternInfo(corners)
  }
}

type Triple = [FinderPattern, FinderPattern, FinderPattern]

/** How far three points are from half a square; null when they are not of one size. */
function distortion(triple: Triple): number | null {
  const sizes = triple.map((corner) => corner.getEstimatedModuleSize())
  if (Math.max(...sizes) > maxSizeRatio * Math.min(...sizes)) return null
  const [one, two, three] = triple
  const sides = [
    ResultPoint.distance(one, two),
    ResultPoint.distance(two, three),
    ResultPoint.distance(one, three),
  ]
  const [short = 0, middle = 0, long = 0] = sides.map((side) => side * side).sort((a, b) => a - b)
  return (Math.abs(long - 2 * middle) + Math.abs(long - 2 * short)) / long
}

function likelyTriples(corners: readonly FinderPattern[]): Triple[] {
  const found = [...corners].sort((one, other) => other.getCount() - one.getCount()).slice(0, maxCentres)
  return found
    .flatMap((one, at) =>
      found.slice(at + 1).flatMap((two, next) =>
        found.slice(at + next + 2).map((three): [Triple, number | null] => {
          const triple: Triple = [one, two, three]
          return [triple, distortion(triple)]
        }),
      ),
    )
    .filter((candidate): candidate is [Triple, number] => candidate[1] !== null)
    .sort(([, one], [, other]) => one - other)
    .slice(0, maxTriples)
    .map(([triple]) => triple)
}

/** The value of a function of the library; null where it throws, as it does for nearly every picture. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

/**
 * The text of a QR code in black and white; null without one. The library takes the three most similar corners, but
 * patterns in the data can look like one: here the likeliest triples are tried.
 */
export function readQr(image: BitMatrix): string | null {
  const finder = new CornerFinder(image, { foundPossibleResultPoint: () => undefined })
  orNull(() => finder.find(new Map()))
  for (const triple of likelyTriples(finder.corners)) {
    ResultPoint.orderBestPatterns(triple)
    const text = orNull(() => {
      const code = new CornerDetector(image).sample(new FinderPatternInfo(triple))
      return new Decoder().decodeBitMatrix(code.getBits()).getText()
    })
    if (text !== null) return text
  }
  return null
}
