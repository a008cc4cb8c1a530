import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '#web/calls/api.ts'
import type { LiveMeta } from '#web/calls/news-about.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Status } from '#web/ui/status.tsx'
import { listPatientAllergies } from '../contract-allergies.ts'
import { AllergyFlag } from './allergy-status.tsx'

type Row = ResponseOf<typeof listPatientAllergies>[number]

const MOST = 100
let waiting = new Map<number, PromiseWithResolvers<Row | null>>()

const ask = async (asked: ReadonlyMap<number, PromiseWithResolvers<Row | null>>) => {
  try {
    const rows = await call(listPatientAllergies, { query: { patients: [...asked.keys()].join(',') } })
    const found = new Map(rows.map((row) => [row.patient, row]))
    for (const [patient, { resolve }] of asked) resolve(found.get(patient) ?? null)
  } catch (error) {
    for (const { reject } of asked.values()) reject(error)
  }
}

/** The rows of a list ask in the same moment: they become one request for each hundred patients. */
const findSoon = (patient: number): Promise<Row | null> => {
  if (waiting.size === 0 || waiting.size >= MOST) {
    const asked = (waiting = new Map<number, PromiseWithResolvers<Row | null>>())
    setTimeout(() => {
      if (waiting === asked) waiting = new Map()
      void ask(asked)
    }, 0)
  }
  const known = waiting.get(patient) ?? Promise.withResolvers<Row | null>()
  waiting.set(patient, known)
  return known.promise
}

const questionOf = (patient: number) => ({
  queryKey: [listPatientAllergies.path, patient] as const,
  queryFn: () => findSoon(patient),
  meta: {
    live: listPatientAllergies.live,
    isAbout: ({ topic, id }) => topic === 'patients' && (id === undefined || id === patient),
  } satisfies LiveMeta,
})

/** The allergies of a patient of a list whose rows do not bring them along. Nothing without the right to see patients. */
export const ListedAllergies = ({ patient }: { patient: number | null }) => {
  const { can } = useRights()
  const isAsked = patient !== null && can(listPatientAllergies)
  const { data, isError } = useQuery({ ...questionOf(patient ?? 0), enabled: isAsked })
  if (!isAsked) return null
  if (isError && !data)
    return (
      <Status whole tone="attention">
        {t('Allergies could not be loaded')}
      </Status>
    )
  return data ? <AllergyFlag allergies={data.allergies} status={data.allergy_status} /> : null
}
