import type { ControlPoint } from '../analyser-types.ts'

/** The chart shows so many SDs on either side of the mean; a point beyond stands at the edge. */
export const SHOWN_SDS = 4
export const lines = [-3, -2, -1, 0, 1, 2, 3] as const

/** How high so many SDs stand, in percent from the bottom. */
export const heightOf = (sds: number): number => ((Math.max(-SHOWN_SDS, Math.min(SHOWN_SDS, sds)) + SHOWN_SDS) / (2 * SHOWN_SDS)) * 100

export interface Place {
  point: ControlPoint
  /** Percent from the left and from the bottom. */
  x: number
  y: number
  /** It lies beyond what is shown. */
  isBeyond: boolean
}

/** Where each measurement stands: evenly spaced in the order in which they came. */
export const placesOf = (points: readonly ControlPoint[]): Place[] =>
  points.map((point, at) => {
    const z = Number(point.z)
    return {
      point,
      x: points.length === 1 ? 50 : (at / (points.length - 1)) * 100,
      y: heightOf(z),
      isBeyond: Math.abs(z) > SHOWN_SDS,
    }
  })

/** The value at so many SDs from the mean, with as many decimals as the mean and the spread have. */
export const valueAt = (mean: string, sd: string, sds: number): string => {
  const places = Math.max(...[mean, sd].map((text) => text.split('.')[1]?.length ?? 0))
  return (Number(mean) + sds * Number(sd)).toFixed(places)
}
