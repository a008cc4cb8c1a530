import { Button } from '@mantine/core'
import { IconPrescription } from '@tabler/icons-react'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { createPrescription, listPrescriptions } from '../contract.ts'
import { CurrentMedicines } from './current-medicines.tsx'
import { PrescribePanel } from './prescribe-panel.tsx'
import { PrescriptionCard } from './prescription-card.tsx'

const PAGE = 20

const Past = ({ patient, without }: { patient: number; without: number | null }) => {
  const list = usePages(pages(listPrescriptions, { query: { patient_id: patient, limit: PAGE } }))
  return (
    <FourStates
      of={list}
      loading={<Loading rows={6} height={36} />}
      isEmpty={(rows) => rows.every(({ visit }) => visit === without)}
      empty={
        <Empty icon={IconPrescription} title={without === null ? t('No prescriptions yet') : t('No earlier prescriptions')}>
          {t('What is prescribed in a visit stands here, with who, when and why.')}
        </Empty>
      }
    >
      {(prescriptions) => (
        <div className="form-stack">
          {prescriptions
            .filter(({ visit }) => visit !== without)
            .map((prescription) => (
              <PrescriptionCard key={prescription.id} of={prescription} />
            ))}
          {list.hasMore && (
            <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
              {t('Earlier prescriptions')}
            </Button>
          )}
        </div>
      )}
    </FourStates>
  )
}

/** The drugs of a patient: what is prescribed in the visit of now, what is taken, and every prescription, newest first. */
export const PatientPrescriptions = ({ patient }: { patient: PatientRecord }) => {
  const { can, allowed } = useRights()
  const { open_visit: visit } = patient
  const mayWrite = visit !== null && can(createPrescription)
  return (
    <div className="rx-page">
      <div className="form-stack">
        {mayWrite && (
          <div className="section">
            <PrescribePanel visit={{ id: visit }} patient={patient} withFooter />
          </div>
        )}
        <CurrentMedicines patient={patient.id} />
      </div>
      <section className="form-stack" aria-label={t('Prescriptions')}>
        {/* Who writes the lines of now sees them beside; who hands them out needs them here. */}
        <Past patient={patient.id} without={mayWrite && !allowed('prescriptions.dispense') ? visit : null} />
      </section>
    </div>
  )
}
