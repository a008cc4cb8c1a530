import { useState } from 'react'
import { searchPatients } from '#calls/patients/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '../calls/api.ts'
import { t } from '../i18n.ts'
import { ageOf, sex } from '../text/format.ts'

export type FoundPatient = ResponseOf<typeof searchPatients>[number]

/** The numbers of the records that were put away into this one, by which it is found too; null where there are none. */
export const formerNames = ({ formerly }: Pick<FoundPatient, 'formerly'>) =>
  formerly.length > 0 ? t('formerly {number}', { number: formerly.join(', ') }) : null

/** What a line of a search says beside who it is. */
const notesOf = (patient: FoundPatient): string =>
  [formerNames(patient), patient.is_restricted && t('Restricted record')].filter(Boolean).join(' · ')

/** The letter of a sex; empty, instead of a question mark, where a restricted record hides it. */
export const sexOf = ({ gender, is_restricted }: Pick<FoundPatient, 'gender' | 'is_restricted'>): string =>
  is_restricted && gender === 'unknown' ? '' : sex(gender)

/** The quiet line beside the name of a patient who was found. */
export const factsOf = (patient: FoundPatient): string =>
  [sexOf(patient), ageOf(patient), patient.unique_id, notesOf(patient), patient.phone].filter(Boolean).join(' · ')

/** Searches one after the other: a newer search cancels the older. When it fails the results are cleared and the error goes to the caller. */
export const patientSearch = (show: (found: FoundPatient[]) => void) => {
  let running: AbortController | null = null
  return async (q: string, limit = 8): Promise<FoundPatient[]> => {
    running?.abort()
    const mine = (running = new AbortController())
    if (q.trim() === '') {
      show([])
      return []
    }
    try {
      const found = await call(searchPatients, { query: { q, limit } }, { signal: mine.signal })
      if (running === mine) show(found)
      return found
    } catch (error) {
      if (running === mine) show([])
      throw error
    }
  }
}

export const usePatientSearch = () => {
  const [found, setFound] = useState<FoundPatient[]>([])
  const [search] = useState(() => patientSearch(setFound))
  return { found, search }
}
