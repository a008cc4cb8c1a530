import { Button } from '@mantine/core'
import { IconActivityHeartbeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listVisits } from '#features/attendance/contract.ts'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { pages, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { getTriage, listVitalSigns, updateTriage } from '../contract.ts'
import { CriticalBanner } from './critical-banner.tsx'
import { LevelName } from './level-name.tsx'
import { Observations } from './observations.tsx'
import { BmiTile, NewsTile } from './score-tiles.tsx'
import { Trends } from './trends.tsx'
import styles from './triage.module.css'

const PAGE = 25

/** The triage of the visit that is open now. */
const Now = ({ id, visit }: { id: number; visit: number }) => {
  const { can } = useRights()
  const { data: triage } = useQuery(query(getTriage, { params: { id } }))
  if (!triage) return null
  return (
    <section className="section form-stack" aria-label={t('This visit')}>
      <div className="row wrap">
        <h2 className="grow">{t('This visit')}</h2>
        {triage.scale && triage.level && <LevelName scale={triage.scale} level={triage.level} />}
        {can(updateTriage) && (
          <Button component={Link} to={`/dashboard/nursing-interface?show=house&visit=${visit}`}>
            {t('Enter vital signs')}
          </Button>
        )}
      </div>
      <CriticalBanner triage={triage} />
      {triage.observations.length > 0 && (
        <div className={`grid gap-5 ${styles.tiles}`}>
          <NewsTile score={triage.news2} />
          <BmiTile bmi={{ value: triage.bmi === null ? null : Number(triage.bmi), class: triage.bmi_class, reason: triage.bmi_reason }} />
        </div>
      )}
    </section>
  )
}

/** A patient's vital signs over all visits: what is so now, how it went, and every set. */
export const PatientVitals = ({ patient }: { patient: PatientRecord }) => {
  const { allowed } = useRights()
  const open = useQuery({
    ...query(listVisits, { query: { patient_id: patient.id, open: 'true' } }),
    enabled: allowed('attendance.view'),
  })
  const sets = usePages(pages(listVitalSigns, { query: { patient_id: patient.id, limit: PAGE } }))
  const [visit] = open.data ?? []
  return (
    <div className="form-stack">
      {visit?.triage && <Now id={visit.triage} visit={visit.id} />}
      <Trends patientId={patient.id} birth={patient.date_of_birth} />
      <FourStates
        query={sets}
        isEmpty={(data) => data.length === 0}
        empty={
          <Empty icon={IconActivityHeartbeat} title={t('No vital signs yet')}>
            {t('Vital signs recorded in visits appear here.')}
          </Empty>
        }
      >
        {(data) => (
          <>
            <Observations sets={data} label={t('All vital signs')} />
            {sets.hasMore && (
              <div>
                <Button onClick={sets.fetchMore} loading={sets.isFetchingMore}>
                  {t('Show older')}
                </Button>
              </div>
            )}
          </>
        )}
      </FourStates>
    </div>
  )
}
