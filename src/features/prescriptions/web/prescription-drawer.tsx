import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PatientBanner } from '#features/patients/web/patient-banner.tsx'
import { usePatient } from '#features/patients/web/use-patient.ts'
import { query } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { getPrescription } from '../contract.ts'
import { CurrentMedicines } from './current-medicines.tsx'
import { PrescriptionCard } from './prescription-card.tsx'
import type { Prescription } from './prescription-types.ts'

const Body = ({ prescription }: { prescription: Prescription }) => (
  <>
    <div className="rx-who">
      <FourStates of={usePatient(prescription.patient)} loading={<Loading rows={2} />}>
        {(patient) => <PatientBanner of={patient} />}
      </FourStates>
    </div>
    <PrescriptionCard of={prescription} />
    <CurrentMedicines patient={prescription.patient} />
    <Link className="rx-link" to={`/dashboard/patients/${prescription.patient}?tab=prescriptions`}>
      {t('Patient page')}
    </Link>
  </>
)

/** One prescription over the queue: the patient and their allergies in sight, the lines, and what else is taken. */
export const PrescriptionDrawer = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const asked = useQuery(query(getPrescription, { params: { id } }))
  return (
    <Drawer opened onClose={onClose} position="right" size={640} title={t('Prescription')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className="form-stack">
        <FourStates of={asked}>{(prescription) => <Body prescription={prescription} />}</FourStates>
      </div>
    </Drawer>
  )
}
