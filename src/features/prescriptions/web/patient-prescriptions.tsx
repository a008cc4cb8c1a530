import { Button, TextInput } from '@mantine/core'
import { IconPrescription, IconPlus } from '@tabler/icons-react'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { pages, call, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { createPrescription, listPrescriptions, createMedicine, listCurrentMedicines, listMedicines, updateMedicine } from '../contract.ts'
import { PrescribePanel } from './prescribe-panel.tsx'
import { Link } from 'react-router'
import { date, dateTime, dayOf, today } from '#web/text/format.ts'
import { isWaiting } from './drug-amounts.ts'
import { DrugLine } from './drug-line.tsx'
import { PrescriptionState } from './prescription-status.tsx'
import { PrintPrescription } from './print-prescription.tsx'
import type { Prescription } from './prescription-types.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askReason } from '#web/messages/dialogs.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { toast } from '#web/messages/toast.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { DocumentLink } from '#web/ui/document-link.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { wordsOf } from './say-directions.ts'
import patientStyles from './patient.module.css'
import trayStyles from './tray.module.css'
import pharmacyStyles from './pharmacy.module.css'
import lineStyles from './line.module.css'

const AddMedicine = ({ patient, onClose }: { patient: number; onClose: () => void }) => {
  const endpointForm = useEndpointForm(createMedicine, {
    initialValues: { name: '', directions: '', reason: '', started_on: '' },
    params: { id: patient },
    draftKey: `medicine-${patient}`,
    onSaved: ({ name }) => {
      toast.done(t('{name} recorded. The safety check now includes it.', { name }))
      onClose()
    },
  })
  const { getInputProps } = endpointForm.form
  return (
    <EndpointForm form={endpointForm} save={t('Record medicine')} onCancel={onClose}>
      <div className="section-grid">
        <TextInput label={t('Medicine')} required autoFocus autoComplete="off" maxLength={120} {...getInputProps('name')} />
        <TextInput label={t('Directions')} autoComplete="off" maxLength={300} {...getInputProps('directions')} />
        <TextInput label={t('Indication')} autoComplete="off" maxLength={200} {...getInputProps('reason')} />
        <DateField label={t('Since')} maxDate={today()} {...getInputProps('started_on')} />
      </div>
    </EndpointForm>
  )
}

/** The medicines from elsewhere that were stopped: folded, for who asks. */
const Stopped = ({ patient }: { patient: number }) => {
  const { data } = useQuery(query(listMedicines, { params: { id: patient } }))
  const stopped = data?.filter(({ stopped_on }) => stopped_on !== null && stopped_on <= today()) ?? []
  if (stopped.length === 0) return null
  return (
    <details className="t2 mt-4 small">
      <summary>
        {t('{count, plural, one {# medicine from elsewhere stopped} other {# medicines from elsewhere stopped}}', {
          count: stopped.length,
        })}
      </summary>
      <ul className="bare-list">
        {stopped.map(({ id, name, stopped_on, stop_reason }) => (
          <li key={id} className={`pad-4-0 divided ${trayStyles.line} t2`}>
            {[name, t('until {date}', { date: date(stopped_on) }), stop_reason].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What the patient may be taking now, prescribed here or told: what the safety check sees. */
const CurrentMedicines = ({ patient }: { patient: number }) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  const [isAdding, setAdding] = useState(false)
  const asked = useQuery(query(listCurrentMedicines, { params: { id: patient } }))
  const stop = async (part: number, name: string) => {
    const reason = await askReason({
      title: t('Stop {name}?', { name }),
      text: t('From today the safety check no longer counts it. It stays on record with the reason.'),
      action: t('Stop'),
      isGrave: true,
    })
    if (reason === null) return
    run(
      () => call(updateMedicine, { params: { id: patient, part }, body: { stopped_on: today(), stop_reason: reason } }),
      t('{name} stopped.', { name }),
    )
  }
  return (
    <section className="section" aria-label={t('Current medicines')}>
      <div className={`in-row wrap gap-2-5 mb-2 ${patientStyles.cardHead}`}>
        <h2 className="grow">{t('Current medicines')}</h2>
        {can(createMedicine) && !isAdding && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {t('From elsewhere')}
          </Button>
        )}
      </div>
      {isAdding && (
        <div className="pad-5-0">
          <AddMedicine patient={patient} onClose={() => setAdding(false)} />
        </div>
      )}
      <FourStates
        query={asked}
        loading={<Loading rows={3} height={32} />}
        isEmpty={(rows) => rows.length === 0}
        empty={!isAdding && <p className="t3">{t('No current medicines known. Ask the patient, and record medicines from elsewhere.')}</p>}
      >
        {(medicines) => (
          <ul className="bare-list">
            {medicines.map(({ origin, id, name, since, ends_on, document, ...message }) => (
              <li key={`${origin}${id}`} className={`pad-4-0 divided ${trayStyles.line}`}>
                <div className={`flex justify-between ${trayStyles.lineHead}`}>
                  <span className={`strong break-anywhere ${trayStyles.name}`}>{name}</span>
                  <DocumentLink patient={patient} document={document} />
                  {origin === 'elsewhere' && can(updateMedicine) && (
                    <Button
                      className={pharmacyStyles.button}
                      loading={isRunning}
                      aria-label={t('Stop {name}?', { name })}
                      onClick={() => void stop(id, name)}
                    >
                      {t('Stop')}
                    </Button>
                  )}
                </div>
                <div className={`small t2 break-anywhere ${trayStyles.words} ${lineStyles.capital} num`}>
                  {[
                    wordsOf(message),
                    origin === 'elsewhere' && t('from elsewhere'),
                    since && t('since {date}', { date: date(since) }),
                    ends_on && t('until {date}', { date: date(ends_on) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
              </li>
            ))}
          </ul>
        )}
      </FourStates>
      <Stopped patient={patient} />
    </section>
  )
}

/** A prescription with its lines: who, when, what, against which warnings; it is printed here and, by who may, handed out at the counter. */
const PrescriptionCard = ({ prescription }: { prescription: Prescription }) => {
  const { allowed } = useRights()
  const mayDispense = allowed('prescriptions.dispense') && prescription.prescribed_drugs.some(isWaiting)
  return (
    <article className="section" aria-label={t('Prescription of {date}', { date: dayOf(prescription.date_created) })}>
      <header className={`in-row wrap gap-2-5 mb-2 ${patientStyles.cardHead}`}>
        <b className="num" title={dateTime(prescription.date_created)}>
          {dayOf(prescription.date_created)}
        </b>
        <span className="t2">{prescription.created_by_name}</span>
        <PrescriptionState status={prescription.status} />
        <span className="grow" />
        <span className="row no-print">
          <PrintPrescription id={prescription.id} className={pharmacyStyles.button} />
          {mayDispense && (
            <Button
              className={pharmacyStyles.button}
              variant="filled"
              component={Link}
              to={`/dashboard/pharmacy/prescriptions/${prescription.id}`}
            >
              {t('Dispense')}
            </Button>
          )}
        </span>
      </header>
      {(prescription.note !== null || prescription.start_date !== null) && (
        <p className="small t2">
          {[prescription.start_date && t('From {date}', { date: date(prescription.start_date) }), prescription.note]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <ul className="bare-list">
        {prescription.prescribed_drugs.map((drug) => (
          <DrugLine key={drug.id} line={drug} whole={prescription.status} />
        ))}
      </ul>
    </article>
  )
}

const PAGE = 20

const Past = ({ patient, without }: { patient: number; without: number | null }) => {
  const list = usePages(pages(listPrescriptions, { query: { patient_id: patient, limit: PAGE } }))
  return (
    <FourStates
      query={list}
      loading={<Loading rows={6} height={36} />}
      isEmpty={(rows) => rows.every(({ visit }) => visit === without)}
      empty={
        <Empty icon={IconPrescription} title={without === null ? t('No prescriptions yet') : t('No earlier prescriptions')}>
          {t('Prescriptions appear here, with prescriber, date and reason.')}
        </Empty>
      }
    >
      {(prescriptions) => (
        <div className="form-stack">
          {prescriptions
            .filter(({ visit }) => visit !== without)
            .map((prescription) => (
              <PrescriptionCard key={prescription.id} prescription={prescription} />
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
    <div className="grid items-start gap-6 tablet-one two-columns">
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
