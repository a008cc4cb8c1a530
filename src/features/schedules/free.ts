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

interface Held {
  start: number
  end: number
  place: number
  doctor: number | null
}
/** No appointment is longer. */
const LONGEST = 24 * 60 * MINUTE

/** What holds each doctor or room, by time. */
const groupBy = (taken: readonly Taken[], key: (one: Taken) => number | null | undefined) => {
  const groups = new Map<number, Held[]>()
  for (const one of taken) {
    const id = key(one)
    if (id == null) continue
    const held: Held = { start: one.start.getTime(), end: one.end.getTime(), place: one.place, doctor: one.doctor }
    const group = groups.get(id)
    if (group) group.push(held)
    else groups.set(id, [held])
  }
  for (const group of groups.values()) group.sort((a, b) => a.start - b.start)
  return groups
}

/** Those of a group that lie somewhere between two instants: a look into the middle of the list, since there are thousands. */
const near = (group: readonly Held[] | undefined, first: number, last: number): Held[] => {
  if (!group) return []
  let low = 0
  let high = group.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (group[middle]!.start <= first - LONGEST) low = middle + 1
    else high = middle
  }
  const found: Held[] = []
  for (let index = low; index < group.length && group[index]!.start < last; index++)
    if (group[index]!.end > first) found.push(group[index]!)
  return found
}

/** How many of the places 1 to `places` nobody holds anywhere between `start` and `end`. */
const countFree = (held: readonly Held[], start: number, end: number, places: number) => {
  const meeting = held.filter((one) => one.start < end && one.end > start && one.place <= places)
  return meeting.length < 2 ? places - meeting.length : places - new Set(meeting.map(({ place }) => place)).size
}

/**
 * What remains of slots when appointments are there: rows and starts with nothing left are dropped. A room in which another doctor has
 * somebody then is not free. With `overbook` the places beyond the capacity count too.
 */
export const findFree = (rows: readonly SlotRow[], taken: readonly Taken[], { overbook = false } = {}): FreeRow[] => {
  const byDoctor = groupBy(taken, ({ doctor }) => doctor)
  const byRoom = groupBy(taken, ({ room }) => room)
  return rows.flatMap((row) => {
    const length = row.minutes * MINUTE
    const [first, last] = [row.starts[0]!, row.starts.at(-1)! + length]
    const own = near(byDoctor.get(row.doctor), first, last)
    const others = row.room === null ? [] : near(byRoom.get(row.room), first, last).filter(({ doctor }) => doctor !== row.doctor)
    const places = row.capacity + (overbook ? row.overbook : 0)
    const starts: number[] = []
    const left: number[] = []
    for (const at of row.starts) {
      if (others.some(({ start, end }) => start < at + length && end > at)) continue
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
