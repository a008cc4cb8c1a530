import { moveVisit } from '#features/attendance/contract.ts'
import type { Track } from '#features/attendance/rules.ts'
import type { Case } from './floor.ts'
import { isRefused, type Person } from './person.ts'

interface Now {
  version: number
  track: string
  attended_by: number | null
}
const TRIES = 5

/** Sends a change of a visit, from how it stands now when somebody was quicker; done already is done. */
const change = async (person: Person, one: Case, body: object, isDone: (now: Now) => boolean) => {
  for (let tries = 0; ; tries += 1) {
    try {
      const saved = await person.write(
        { kind: 'move', what: ({ track, attended_by, version }) => ({ track, attended_by, version }) },
        moveVisit,
        { params: { id: one.visit }, body: { ...body, version: one.version } },
        { may: ['version_conflict'] },
      )
      one.version = saved.version
      one.track = saved.track
      return
    } catch (error) {
      const current = isRefused(error, 'version_conflict') ? (error.body['current'] as Now | undefined) : undefined
      if (!current || tries === TRIES) throw error
      one.version = current.version
      one.track = current.track
      if (isDone(current)) return
    }
  }
}

/** Calls the patient in: everybody sees who has them. */
export const callIn = (person: Person, one: Case) => change(person, one, { attending: true }, () => false)
/** Sends the patient on. */
export const moveTo = (person: Person, one: Case, track: Track) =>
  one.track === track ? Promise.resolve() : change(person, one, { track }, (now) => now.track === track)
