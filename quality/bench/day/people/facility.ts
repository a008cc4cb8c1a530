import type { Random } from '../../../../db/seed/random.ts'
import type { Patient } from '../../../../db/seed/people.ts'
import type { Facts } from './facts.ts'
import type { Floor } from './floor.ts'
import type { Meter } from './meter.ts'
import type { Person } from './person.ts'

/** Somebody on file, as they would say who they are. */
export interface Known {
  id: number
  first_name: string
  second_name: string
  unique_id: string
  phone: string | null
}

/** What everybody at work shares. */
export interface Day {
  floor: Floor
  facts: Facts
  meter: Meter
  /** Who may come through the door; each is drawn anew. */
  known: readonly Known[]
  /** Somebody who was never here. */
  newcomer: () => Patient
  /** How many may be in the house at once: beyond that nobody is let in. */
  most: number
  /** The day at which reports end: data that were made once have nothing for today. */
  booked: string
  /** Orders that wait for somebody else's approval. */
  drafts: { id: number; version: number; by: string | null }[]
}

/** One round of somebody's work: a patient, a bill, a look at a list. */
export type Work = (person: Person, day: Day) => Promise<void>

/** The steps in which a word is typed into a search box: what is asked for after each pause. */
export const typed = (text: string, dice: Random): string[] => {
  const steps: string[] = []
  for (let length = 2 + dice.integer(0, 1); length < text.length; length += dice.integer(1, 3)) steps.push(text.slice(0, length))
  return [...steps.slice(0, 3), text]
}
