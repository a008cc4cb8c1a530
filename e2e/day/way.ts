import { see } from '../screen.ts'
import type { WorkingClinic } from './clinic.ts'
import type { beginJourney, Person } from './journey.ts'
import { card, column } from './places.ts'

export const WHO = 'Achieng Ouma'

export interface Way extends WorkingClinic {
  journey: ReturnType<typeof beginJourney>
  /** Stands at reception all day: what the board shows must stay true by itself. */
  desk: Person
}

/** Where the desk sees the patient now, without touching its screen. */
export const isOnBoard = (desk: Person, track: string) => see(card(column(desk.page, track), WHO))
