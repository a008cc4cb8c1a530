import { useSyncExternalStore } from 'react'
import { createStore } from '#web/state/store.ts'
import type { Spot } from './geometry.ts'
import type { Entry } from './plan.ts'

/** An appointment in the hand: by the mouse, a finger or the keyboard. What it was is kept, whatever news comes meanwhile. */
export interface Held {
  entry: Entry
  kind: 'move' | 'resize'
  by: 'pointer' | 'keys'
  from: Spot
  to: Spot
  /** Its length now, in minutes. */
  minutes: number
}

export const held = createStore<Held | null>(null)

/** Whether this very appointment is in the hand. */
export const useIsHeld = (id: number) =>
  useSyncExternalStore(held.subscribe, () => {
    const now = held.get()
    return now !== null && now.entry.id === id
  })

export const lengthOf = ({ start, end }: Pick<Entry, 'start' | 'end'>) => Math.round((Date.parse(end) - Date.parse(start)) / 60_000)

export const isSameSpot = (a: Spot, b: Spot) => a.band === b.band && a.column === b.column && a.at === b.at
/** True when putting it down here would change something. */
export const isChanged = ({ entry, from, to, minutes }: Held) => !isSameSpot(from, to) || minutes !== lengthOf(entry)
