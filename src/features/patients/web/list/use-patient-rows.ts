import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import type { ResponseOf } from '#shared/endpoint.ts'
import { pages, query } from '#web/calls/api.ts'
import { usePages, useRows, type Rows } from '#web/calls/rows.ts'
import { useUrlState } from '#web/state/url-state.ts'
import { listPatients, searchPatients } from '#features/patients/contract.ts'
import { patientFields } from '#features/patients/record.ts'
import { filterShape, having } from '#shared/record.ts'

/** The declared filters. */
export const filters = having(patientFields, 'filter', true)
const { insurance_company_id, registered_from, registered_to, sort } = listPatients.query.shape
const state = {
  q: z.string().max(200),
  ...filterShape(filters),
  insurance_company_id,
  registered_from,
  registered_to,
  sort,
  active: z.literal('false').optional(),
}

const PAGE = 50
const MATCHES = 50

export type PatientRow = ResponseOf<typeof listPatients>[number]

/** What the address of the list says, and the rows it asks for: the best matches while there is text, the filtered list otherwise. */
export const usePatientRows = () => {
  const [url, setUrl] = useUrlState(state)
  const { q, ...asked } = url
  const isSearch = q !== undefined && q !== ''
  const listed = usePages({
    ...pages(listPatients, { query: { ...asked, limit: PAGE, count: 'true' } }),
    enabled: !isSearch,
    placeholderData: keepPreviousData,
  })
  const found = useRows({
    ...query(searchPatients, { query: { q: q ?? '', limit: MATCHES } }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  })
  // A search that failed shows nobody: yesterday's answer could be taken for today's.
  const searched: Rows<PatientRow> = found.error ? { ...found, data: undefined } : found
  const isNarrowed = isSearch || Object.entries(asked).some(([name, value]) => name !== 'sort' && value !== undefined)
  return { url, setUrl, rows: isSearch ? searched : listed, isNarrowed }
}
export type ListUrl = ReturnType<typeof usePatientRows>['url']
export type SetListUrl = ReturnType<typeof usePatientRows>['setUrl']
