import { listVisits } from '#features/attendance/contract.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/rights.ts'
import { CurrentVisit } from './current-visit.tsx'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { PatientFacts } from '#features/patients/web/patient-tabs.tsx'
import { VisitTimeline } from './visit-timeline.tsx'

/** What happened to the patient, newest first, and what the desk asks for most. */
export const PatientOverview = ({ patient }: { patient: PatientRecord }) => {
  const { can } = useRights()
  return (
    <div className="overview">
      <div className="form-stack">
        {can(listVisits) ? (
          <>
            <CurrentVisit patientId={patient.id} />
            <VisitTimeline patientId={patient.id} />
          </>
        ) : (
          <p className="t3">{t('Visits are shown to people who may see the live board.')}</p>
        )}
      </div>
      <PatientFacts patient={patient} />
    </div>
  )
}
