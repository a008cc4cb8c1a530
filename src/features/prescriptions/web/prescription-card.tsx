import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { date, dateTime, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { isWaiting } from './drug-amounts.ts'
import { DrugLine } from './drug-line.tsx'
import { PrescriptionState } from './prescription-status.tsx'
import { PrintPrescription } from './print-prescription.tsx'
import './prescribing.css'
import type { Prescription } from './prescription-types.ts'

/** A prescription with its lines: who, when, what, against which warnings; it is printed here and, by who may, handed out at the counter. */
export const PrescriptionCard = ({ of: prescription }: { of: Prescription }) => {
  const { allowed } = useRights()
  const mayDispense = allowed('prescriptions.dispense') && prescription.prescribed_drugs.some(isWaiting)
  return (
    <article className="section rx-card" aria-label={t('Prescription of {{date}}', { date: dayOf(prescription.date_created) })}>
      <header className="rx-card-head">
        <b className="num" title={dateTime(prescription.date_created)}>
          {dayOf(prescription.date_created)}
        </b>
        <span className="t2">{prescription.created_by_name}</span>
        <PrescriptionState of={prescription.status} />
        <span className="grow" />
        <span className="row no-print">
          <PrintPrescription id={prescription.id} className="rx-button" />
          {mayDispense && (
            <Button className="rx-button" variant="filled" component={Link} to={`/dashboard/pharmacy/prescriptions/${prescription.id}`}>
              {t('Hand out')}
            </Button>
          )}
        </span>
      </header>
      {(prescription.note !== null || prescription.start_date !== null) && (
        <p className="rx-flush small t2">
          {[prescription.start_date && t('From {{date}}', { date: date(prescription.start_date) }), prescription.note]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <ul className="rx-lines">
        {prescription.prescribed_drugs.map((drug) => (
          <DrugLine key={drug.id} of={drug} whole={prescription.status} />
        ))}
      </ul>
    </article>
  )
}
