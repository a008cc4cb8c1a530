/** Where somebody waits whom the next room has to call. */
export type Room = 'triage' | 'doctor' | 'laboratory' | 'approval' | 'results' | 'pharmacy' | 'till'

/** Somebody in the house, as they walk from room to room with their papers. */
export interface Case {
  visit: number
  version: number
  track: string
  patient: number
  trackNumber: string
  invoice: number
  triage: number
  /** The request group of the laboratory, and the prescription of the visit. */
  process: number
  prescription: number
  /** The doctor's note. */
  note: { id: number; version: number } | null
  tests: number[]
  /** Milliseconds of the process clock at which they came through the door. */
  cameAt: number
}

/** The people in the house. A patient stands at one door at a time, so that two rooms never call the same one. */
export interface Floor {
  send: (room: Room, one: Case) => void
  /** Whoever waits longest; with `holder` until they are sent on or have left. */
  next: (room: Room, holder: number) => Case | undefined
  /** Whoever this person has: something went wrong, and they go home without a receipt. */
  lose: (holder: number) => void
  waiting: (room: Room) => number
  /** Those who came and have not left. */
  inside: () => number
  came: () => void
  left: (one: Case) => void
  /** Those who went home because something went wrong. */
  lost: () => number
}

export const openFloor = (): Floor => {
  const rooms = new Map<Room, Case[]>()
  const held = new Map<number, Case>()
  let inside = 0
  let lost = 0
  const at = (room: Room) => rooms.get(room) ?? rooms.set(room, []).get(room)!
  const release = (one: Case) => {
    for (const [holder, theirs] of held) if (theirs === one) held.delete(holder)
  }
  return {
    send: (room, one) => {
      release(one)
      at(room).push(one)
    },
    next: (room, holder) => {
      const one = at(room).shift()
      if (one) held.set(holder, one)
      return one
    },
    lose: (holder) => {
      if (!held.delete(holder)) return
      inside -= 1
      lost += 1
    },
    waiting: (room) => at(room).length,
    inside: () => inside,
    came: () => void (inside += 1),
    left: (one) => {
      release(one)
      inside -= 1
    },
    lost: () => lost,
  }
}
