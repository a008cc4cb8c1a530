import type { OwnResult } from './calls.ts'

const ROOM = 0.3

/** Where everything stands on the bar, in percent from its start; null where there is nothing to draw. */
export const placesOf = ({ value, low, high }: Pick<OwnResult, 'value' | 'low' | 'high'>) => {
  if (value === null || (low === null && high === null)) return null
  const marks = [value, low, high].filter((mark) => mark !== null).map(Number)
  const [least, most] = [Math.min(...marks), Math.max(...marks)]
  const room = (most - least || Math.abs(most) || 1) * ROOM
  const at = (mark: number) => ((mark - least + room) / (most - least + 2 * room)) * 100
  return { value: at(Number(value)), from: low === null ? 0 : at(Number(low)), to: high === null ? 100 : at(Number(high)) }
}

/** The usual range as a bar with the result on it. The words beside it say the same, so it is not read out. */
export const RangeMark = ({ of }: { of: OwnResult }) => {
  const places = placesOf(of)
  if (!places) return null
  return (
    <svg className="range-mark" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden>
      <rect className="all" x="0" y="4" width="100" height="4" />
      <rect className="usual" x={places.from} y="3" width={places.to - places.from} height="6" />
      <rect className="here" x={Math.min(99, Math.max(0, places.value - 0.5))} y="0" width="1" height="12" />
    </svg>
  )
}
