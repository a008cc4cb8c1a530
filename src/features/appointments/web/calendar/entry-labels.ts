import { t } from '#web/i18n.ts'
import { statusLook } from '../appointment-status.tsx'
import { clock } from './calendar-days.ts'
import type { Calendar, Entry, Placed } from './plan.ts'

export const span = (at: number, to: number) => `${clock(at)}–${clock(to)}`

/** The name of an appointment's patient, as a list of people shows it. */
export const nameOf = (entry: Entry) => entry.name || t('Unknown')

export interface Names {
  doctors: ReadonlyMap<number, string>
  rooms: ReadonlyMap<number, string>
}
export const namesIn = ({ doctors, rooms }: Calendar): Names => ({
  doctors: new Map(doctors.map(({ id, name }) => [id, name])),
  rooms: new Map(rooms.map(({ id, name }) => [id, name])),
})

/** Everything that a block stands for, in words. It begins with what can be read on the block, as its name must. */
export const sayEntry = ({ entry, at, to, isOver }: Placed, { doctors, rooms }: Names): string => {
  const seen = [`${nameOf(entry)} ${clock(at)}`, statusLook(entry.status).word, entry.item_name].filter(Boolean).join(' · ')
  const more = [
    t('until {time}', { time: clock(to) }),
    isOver ? t('overbooked') : '',
    entry.patient === null ? t('not matched') : '',
    doctors.get(entry.doctor ?? 0),
    rooms.get(entry.room ?? 0),
  ]
  return [seen, ...more].filter(Boolean).join(', ')
}

/** Names of the kinds of leave. */
export const offWord = (kind: string) => ({ leave: t('Leave'), sick: t('Sick leave'), training: t('Training') })[kind] ?? t('Away')
