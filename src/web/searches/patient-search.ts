import { useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '../calls/api.ts'
import { t } from '../i18n.ts'
import { searchPatients } from '../calls/shell-calls.ts'

export type FoundPatient = ResponseOf<typeof searchPatients>[number]

/** The numbers of the records that were put away into this one, by which it is found too; null where there are none. */
export const formerlyOf = ({ formerly }: Pick<FoundPatient, 'formerly'>) =>
  formerly.length > 0 ? t('formerly {{number}}', { number: formerly.join(', ') }) : null

/** What a line of a search says beside who it is. */
export const notesOf = (patient: FoundPatient): string =>
  [formerlyOf(patient), patient.is_restricted && t('Restricted record')].filter(Boolean).join(' · ')

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
