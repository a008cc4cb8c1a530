import { Button, Checkbox, TextInput } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { z } from 'zod'
import { confirm } from '#web/messages/dialogs.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { birthOf } from '#web/text/birth.ts'
import { ageOf, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { RecordField } from '#web/record/record-field.tsx'
import { bodyFrom, labelsOf, valuesFrom } from '#web/record/record-values.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FormSection } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { updatePatient } from '#features/patients/contract.ts'
import { patientFields, type PatientFieldName, plainNames } from '#features/patients/record.ts'
import type { PatientRecord } from '../use-patient.ts'
import { genderChoices, genderWord } from '../patient-labels.ts'
import { PrintWarning } from '../print-warning.tsx'
import styles from '../patients.module.css'

const DetailsForm = ({ patient, close }: { patient: PatientRecord; close: () => void }) => {
  // The record as it was when the form opened: a change that arrives meanwhile must meet the version check, not slip past it.
  const [opened] = useState(patient)
  const isSomeoneElse = useRef(false)
  const saveAnyway = async (text: string) => {
    const title = t('Possible duplicate')
    if (!(await confirm({ title, text, action: t('Not the same person, save') }))) return
    isSomeoneElse.current = true
    endpointForm.submit()
  }
  const endpointForm = useEndpointForm(updatePatient, {
    initialValues: valuesFrom(patientFields, opened),
    params: { id: opened.id },
    version: opened.version,
    draftKey: `patient-${opened.id}`,
    toBody: (values) => ({
      ...(bodyFrom(patientFields, values) as typeof opened),
      ...(isSomeoneElse.current && { not_a_duplicate: true }),
    }),
    onRefused: ({ code, detail }) => {
      isSomeoneElse.current = false
      if (code === 'possible_duplicate') void saveAnyway(t(detail))
      return code === 'possible_duplicate'
    },
    onSaved: () => {
      toast.done(t('Saved'))
      close()
    },
  })
  const { getInputProps, getValues } = endpointForm.form
  const { is_unidentified, single_name, first_name, second_name, other_names: others } = getValues()
  const words = labelsOf(patientFields) as Record<PatientFieldName, string>
  const box = (name: (typeof plainNames)[number] | 'other_names') => (
    <RecordField key={name} name={name} field={patientFields[name]} form={endpointForm.form} />
  )
  const check = (name: 'single_name' | 'is_unidentified' | 'is_birth_date_estimated') => (
    <Checkbox label={words[name]} {...getInputProps(name, { type: 'checkbox' })} />
  )
  return (
    <EndpointForm form={endpointForm} save={t('Save')} onCancel={close} labels={words}>
      <FormSection title={t('Personal details')}>
        {is_unidentified && <TextInput label={words.found_at} {...getInputProps('found_at')} />}
        <TextInput label={words.first_name} required autoFocus data-autofocus autoComplete="off" {...getInputProps('first_name')} />
        {box('other_names')}
        <TextInput
          label={words.second_name}
          required={!single_name && !is_unidentified}
          autoComplete="off"
          {...getInputProps('second_name')}
        />
        <PrintWarning text={[first_name, second_name, others].join(' ')} />
        <ChoiceField label={words.gender} required data={genderChoices()} {...getInputProps('gender')} />
        <DateField label={words.date_of_birth} maxDate={today()} {...getInputProps('date_of_birth')} />
        <div className="flow span-all gap-4-6">
          {check('is_birth_date_estimated')}
          {check('single_name')}
          {check('is_unidentified')}
        </div>
      </FormSection>
      <FormSection title={t('Contact and background')}>{plainNames.map(box)}</FormSection>
    </EndpointForm>
  )
}

const Facts = ({ patient, edit }: { patient: PatientRecord; edit?: () => void }) => {
  const words = labelsOf(patientFields) as Record<PatientFieldName, string>
  const born = patient.date_of_birth && `${birthOf(patient)} · ${ageOf(patient)}`
  const facts: [string, ReactNode][] = [
    [t('Number'), patient.unique_id],
    [words.first_name, patient.is_unidentified ? t('Unknown') : patient.first_name],
    [words.other_names, patient.other_names],
    [words.second_name, patient.second_name || (patient.single_name ? t('One name only') : null)],
    ...(patient.found_at ? ([[words.found_at, patient.found_at]] as [string, ReactNode][]) : []),
    [words.gender, genderWord(patient.gender)],
    [words.date_of_birth, born],
    ...plainNames.map((name): [string, ReactNode] => [words[name], patient[name]]),
  ]
  return (
    <section className="section" aria-label={t('Details')}>
      <div className="row parts-head">
        <h2 className="grow">{t('Details')}</h2>
        {edit && <Button onClick={edit}>{t('Edit')}</Button>}
      </div>
      <dl className="facts">
        {facts.map(([term, value]) => (
          <div key={term} className={styles.contents}>
            <dt>{term}</dt>
            <dd className="num">{value ? <bdi>{value}</bdi> : <span className="t3">{t('not recorded')}</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Everything the desk wrote down about the person; the form opens with E or the button. */
export const PatientDetails = ({ patient }: { patient: PatientRecord }) => {
  const { can } = useRights()
  const [{ edit }, setUrl] = useUrlState({ edit: z.string() })
  const mayEdit = can(updatePatient) && patient.is_active
  if (edit && mayEdit) return <DetailsForm patient={patient} close={() => setUrl({ edit: '' })} />
  return <Facts patient={patient} edit={mayEdit ? () => setUrl({ edit: '1' }) : undefined} />
}
