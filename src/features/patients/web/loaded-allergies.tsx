import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '#web/calls/api.ts'
import type { LiveMeta } from '#web/calls/news-about.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Status } from '#web/ui/status.tsx'
import { listPatientAllergies } from '../contract-allergies.ts'
import { AllergyFlag } from './allergy-status.tsx'
import { RecordMarks } from './record-status.tsx'
import { PregnancyFlag } from './pregnancy-status.tsx'

type Row = ResponseOf<typeof listPatientAllergies>[number]

const MOST = 100

interface Batch {
  ids: Set<number>
  found: Promise<ReadonlyMap<number, Row>>
}
let open: Batch | null = null

/** Collects patients until the list is drawn, then asks once. */
const openBatch = (): Batch => {
  const ids = new Set<number>()
  const ask = async () => {
    await new Promise((drawn) => setTimeout(drawn, 0))
    if (open?.ids === ids) open = null
    const rows = await call(listPatientAllergies, { query: { patients: [...ids].join(',') } })
    return new Map(rows.map((row) => [row.patient, row]))
  }
  return { ids, found: ask() }
}

/** The rows of a list ask in the same moment: they become one request for each hundred patients. */
const findSoon = async (patient: number): Promise<Row | null> => {
  if (!open || open.ids.size >= MOST) open = openBatch()
  const batch = open
  batch.ids.add(patient)
  return (await batch.found).get(patient) ?? null
}

const questionOf = (patient: number) => ({
  queryKey: [listPatientAllergies.path, patient] as const,
  queryFn: () => findSoon(patient),
  meta: {
    live: listPatientAllergies.live,
    isAbout: ({ topic, id }) => topic === 'patients' && (id === undefined || id === patient),
  } satisfies LiveMeta,
})

/** That a patient died, or the record is merged or deactivated, and the allergies and the pregnancy, for a list whose rows do not bring them along. Nothing without the right to see patients. */
export const LoadedAllergies = ({ patient, hasMarks = false }: { patient: number | null; hasMarks?: boolean }) => {
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
  return data ? (
    <>
      {!hasMarks && <RecordMarks record={data} />}
      <AllergyFlag allergies={data.allergies} status={data.allergy_status} />
      <PregnancyFlag pregnancy={data.pregnancy} />
    </>
  ) : null
}
