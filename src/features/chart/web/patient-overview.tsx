import { useNavigate } from 'react-router'
import { listVisits } from '#features/attendance/contract.ts'
import { useRights } from '#web/session/rights.ts'
import { CurrentVisit } from './current-visit.tsx'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { TimelinePanel } from '#features/timeline/web/timeline-panel.tsx'
import { PatientFacts } from '#features/patients/web/patient-tabs.tsx'
import { Moves } from './moves.tsx'

const movesOf = (visit: number) => <Moves visitId={visit} />

/** Everything that happened to the patient, newest first, and what the desk asks for most. */
export const PatientOverview = ({ patient }: { patient: PatientRecord }) => {
  const { can } = useRights()
  const go = useNavigate()
  return (
    <div className="overview">
      <div className="form-stack">
        {can(listVisits) && <CurrentVisit patient={patient} />}
        <TimelinePanel
          patientId={patient.id}
          onOpen={(tab) => void go(`?tab=${tab}`)}
          visitDetail={can(listVisits) ? movesOf : undefined}
        />
      </div>
      <PatientFacts patient={patient} />
    </div>
  )
}
