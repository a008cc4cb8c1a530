import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { instantOf, addDays } from '#shared/zoned.ts'
import { clinicZone } from '#web/text/format.ts'
import { useUrlState } from '#web/state/url-state.ts'

const Word = z.string().trim().min(1).max(100)
const state = {
  actor: Id,
  patient: Id,
  action: Word,
  entity: Word,
  request_id: Word,
  start_date: z.iso.date(),
  end_date: z.iso.date(),
}

/** The moments at which days of the clinic begin and end, as calls want them. */
export const spanOf = ({ start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined }) => ({
  from: start_date && instantOf(start_date, '00:00', clinicZone()).toISOString(),
  to: end_date && instantOf(addDays(end_date, 1), '00:00', clinicZone()).toISOString(),
})

/** What the address of the log asks for, and the same as a call wants it. */
export const useLogUrl = () => {
  const [url, setUrl] = useUrlState(state)
  const { start_date, end_date, actor, patient, ...words } = url
  const request = { ...words, actor, patient, ...spanOf({ start_date, end_date }) }
  return { url, setUrl, request, isNarrowed: Object.values(url).some((value) => value !== undefined) }
}
export type LogUrl = ReturnType<typeof useLogUrl>['url']
export type SetLogUrl = ReturnType<typeof useLogUrl>['setUrl']
