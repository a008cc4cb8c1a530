import type { SlotRow } from './slots.ts'

const MINUTE = 60_000

/** An appointment that holds its time: neither cancelled nor missed. */
export interface Taken {
  doctor: number | null
  room?: number | null
  start: Date
  end: Date
  place: number
}

/** Slots with what remains: `left[i]` more patients may be booked at `starts[i]`. */
export interface FreeRow extends SlotRow {
  left: number[]
}

type Held = readonly [start: number, end: number, place: number, doctor: number | null]

const groupBy = (taken: readonly Taken[], key: (one: Taken) => number | null | undefined) => {
  const groups = new Map<number, Held[]>()
  for (const one of taken) {
    const id = key(one)
    if (id == null) continue
    const held: Held = [one.start.getTime(), one.end.getTime(), one.place, one.doctor]
    const group = groups.get(id)
    if (group) group.push(held)
    else groups.set(id, [held])
  }
  return groups
}

/** How many of the places 1 to `places` nobody holds anywhere between `start` and `end`. */
const countFree = (held: readonly Held[], start: number, end: number, places: number) => {
  const near = held.filter(([begins, ends, place]) => begins < end && ends > start && place <= places)
  return near.length < 2 ? places - near.length : places - new Set(near.map(([, , place]) => place)).size
}

/**
 * What remains of slots when appointments are there: rows and starts with nothing left are dropped. A room in which another doctor has
 * somebody then is not free. With `overbook` the places beyond the capacity count too.
 */
export const freeOf = (rows: readonly SlotRow[], taken: readonly Taken[], { overbook = false } = {}): FreeRow[] => {
  const byDoctor = groupBy(taken, ({ doctor }) => doctor)
  const byRoom = groupBy(taken, ({ room }) => room)
  return rows.flatMap((row) => {
    const length = row.minutes * MINUTE
    const [first, last] = [row.starts[0]!, row.starts.at(-1)! + length]
    const isNear = ([begins, ends]: Held) => begins < last && ends > first
    const own = (byDoctor.get(row.doctor) ?? []).filter(isNear)
    const others = (row.room === null ? [] : (byRoom.get(row.room) ?? [])).filter((held) => isNear(held) && held[3] !== row.doctor)
    const places = row.capacity + (overbook ? row.overbook : 0)
    const starts: number[] = []
    const left: number[] = []
    for (const at of row.starts) {
      if (others.some(([begins, ends]) => begins < at + length && ends > at)) continue
      const free = countFree(own, at, at + length, places)
      if (free === 0) continue
      starts.push(at)
      left.push(free)
    }
    return starts.length === 0 ? [] : [{ ...row, starts, left }]
  })
}

/** The first of the places 1 to `places` that none of the appointments of one doctor holds between `start` and `end`; null when all are held. */
export const freePlace = (
  taken: readonly Pick<Taken, 'start' | 'end' | 'place'>[],
  start: Date,
  end: Date,
  places: number,
): number | null => {
  const busy = new Set(taken.filter((one) => one.start < end && one.end > start).map(({ place }) => place))
  for (let place = 1; place <= places; place++) if (!busy.has(place)) return place
  return null
}
