import { useQuery } from '@tanstack/react-query'
import { getPatient } from '#features/patients/contract.ts'
import { query } from '#web/calls/api.ts'
import { ageOf, fullName, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { DocumentHead, useIdInAddress } from '#web/ui/document.tsx'
import { CumulativePanel } from './cumulative-panel.tsx'

/** All results of one patient over time. */
export const PatientResultsPage = () => {
  const id = useIdInAddress()
  const { can } = useRights()
  const { data } = useQuery({ ...query(getPatient, { params: { id } }), enabled: can(getPatient) && id > 0 })
  return (
    <div className="page-body">
      <DocumentHead
        title={data ? fullName(data) : t('Results over time')}
        sub={data && [sex(data.gender), ageOf(data), data.unique_id].filter(Boolean).join(' · ')}
        back={{ to: `/dashboard/patients/${id}`, label: t('Patient') }}
      />
      <CumulativePanel patientId={id} />
    </div>
  )
}
