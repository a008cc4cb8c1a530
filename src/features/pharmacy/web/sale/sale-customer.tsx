import { Button, TextInput } from '@mantine/core'
import type { FormOf } from '#web/forms/checked-form.ts'
import { AllergyFlag } from '#features/patients/web/allergy-status.tsx'
import { PatientName } from '#features/patients/web/patient-name.tsx'
import { PatientPregnancy } from '#features/patients/web/pregnancy-status.tsx'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import { usePatient } from '#features/patients/web/use-patient.ts'
import { besideLines } from '#features/stock/web/lines-field.tsx'
import { ageOf, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import type { SaleValues } from './use-sale-check.ts'
import styles from './sale.module.css'

/** The patient it is for: who, what they must not have, who pays. */
const KnownPatient = ({ id, onRemove }: { id: number; onRemove: () => void }) => {
  const asked = usePatient(id)
  return (
    <FourStates query={asked} loading={<Loading rows={2} />}>
      {(patient) => (
        <div className={`stack min-w-0 gap-4 ${styles.patient}`}>
          <div className="row">
            <span className="grow">
              <PatientName patient={patient} className="strong" />
              <span className="small t3 num block">
                {[sex(patient.gender), ageOf(patient), patient.unique_id].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Button size="compact-sm" onClick={onRemove}>
              {t('Change patient')}
            </Button>
          </div>
          <ul className={`flow gap-2 ${styles.flags}`} aria-label={t('Allergies')}>
            <li>
              <AllergyFlag allergies={patient.allergies} status={patient.allergy_status} detailed />
            </li>
            <li>
              <PatientPregnancy patient={patient} />
            </li>
          </ul>
          {patient.insurances.length > 0 && (
            <p className="small t2">{t('Insurance: {names}', { names: patient.insurances.map(({ name }) => name).join(', ') })}</p>
          )}
        </div>
      )}
    </FourStates>
  )
}

/** Who buys: nobody in particular, somebody by name, or a patient whose record is held against it. */
export const SaleCustomer = ({ form }: { form: FormOf<SaleValues> }) => {
  const patient = besideLines(form, 'patient')
  const name = besideLines(form, 'customer_name')
  return (
    <section className="section stack min-w-0 gap-5" aria-label={t('Customer')}>
      <h2>{t('Customer')}</h2>
      {patient.value === null ? (
        <>
          <PatientPicker
            label={t('Patient')}
            value={null}
            onChange={(id) => form.setValues({ patient: id, customer_name: '', reasons: {} })}
            error={patient.error}
            data-path="patient"
          />
          <TextInput
            label={t('Or customer name')}
            placeholder={t('Walk-in customer')}
            maxLength={120}
            autoComplete="off"
            value={name.value}
            onChange={(event) => name.onChange(event.currentTarget.value)}
            // Enter takes the money in its own boxes alone.
            onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
            error={name.error}
            data-path="customer_name"
          />
        </>
      ) : (
        <KnownPatient id={patient.value} onRemove={() => form.setValues({ patient: null, reasons: {} })} />
      )}
    </section>
  )
}
