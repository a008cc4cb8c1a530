import { fullName } from '#web/text/format.ts'
import { Autocomplete, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { useEndpointForm, type EndpointForm as EndpointFormOf } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { changeKin, createKin, endKin } from '#features/patients/contract.ts'
import { Part, PartSection } from './part-section.tsx'
import type { PatientRecord } from '../use-patient.ts'
import { relationships } from '../patient-labels.ts'
import { noKin } from '../patient-values.ts'
import { PrintWarning } from '../print-warning.tsx'
import styles from '../patients.module.css'

type Kin = PatientRecord['next_of_kin'][number]
type KinValues = typeof noKin

const KinFields = ({ form }: { form: EndpointFormOf<KinValues> }) => {
  const { getInputProps, getValues } = form.form
  const { first_name, second_name } = getValues()
  return (
    <div className="section-grid">
      <TextInput label={t('First name')} required autoFocus autoComplete="off" {...getInputProps('first_name')} />
      <TextInput label={t('Last name')} autoComplete="off" {...getInputProps('second_name')} />
      <PrintWarning text={`${first_name} ${second_name}`} />
      <Autocomplete label={t('Relationship')} required data={relationships()} maxLength={40} {...getInputProps('relationship')} />
      <TextInput label={t('Phone')} type="tel" autoComplete="off" {...getInputProps('contact.tel_no')} />
      <TextInput label={t('E-mail')} type="email" autoComplete="off" {...getInputProps('contact.email_address')} />
      <TextInput label={t('Residence')} autoComplete="off" {...getInputProps('contact.residence')} />
    </div>
  )
}

const KinForm = ({ patientId, close }: { patientId: number; close: () => void }) => {
  const endpointForm = useEndpointForm(createKin, {
    initialValues: noKin,
    draftKey: `kin-${patientId}`,
    toBody: ({ contact, ...kin }) => ({
      ...kin,
      patient: patientId,
      ...(Object.values(contact).some((value) => value !== '') && { contact }),
    }),
    onSaved: close,
  })
  return (
    <EndpointForm form={endpointForm} save={t('Add next of kin')} onCancel={close}>
      <KinFields form={endpointForm} />
    </EndpointForm>
  )
}

const KinEdit = ({ patientId, kin, close }: { patientId: number; kin: Kin; close: () => void }) => {
  const { first_name, second_name, relationship, contact } = kin
  const endpointForm = useEndpointForm(changeKin, {
    initialValues: {
      first_name,
      second_name,
      relationship,
      contact: {
        tel_no: contact?.tel_no ?? '',
        email_address: contact?.email_address ?? '',
        residence: contact?.residence ?? '',
      },
    },
    params: { id: patientId, part: kin.id },
    toBody: ({ contact: details, ...names }) => ({
      ...names,
      // Nothing there and nothing typed: no empty details are made.
      ...((contact || Object.values(details).some((value) => value !== '')) && { contact: details }),
    }),
    onSaved: close,
  })
  return (
    <EndpointForm form={endpointForm} save={t('Save')} onCancel={close}>
      <KinFields form={endpointForm} />
    </EndpointForm>
  )
}

const KinPart = ({ patientId, kin }: { patientId: number; kin: Kin }) => {
  const { can } = useRights()
  const [isEditing, setEditing] = useState(false)
  const { run, isRunning } = useAction()
  const name = fullName(kin)
  const end = async () => {
    const title = t('Remove {name} from the record?', { name })
    if (await confirm({ title, text: t('The history keeps the entry.'), action: t('Remove'), isGrave: true }))
      run(() => call(endKin, { params: { id: patientId, part: kin.id } }), t('{name} removed from the record.', { name }))
  }
  const { tel_no, email_address, residence } = kin.contact ?? {}
  if (isEditing)
    return (
      <li className={styles.partForm}>
        <KinEdit patientId={patientId} kin={kin} close={() => setEditing(false)} />
      </li>
    )
  return (
    <Part
      title={
        <>
          <bdi className="strong">{name}</bdi> <span className="t2">· {kin.relationship}</span>
        </>
      }
      note={[tel_no, email_address, residence].filter(Boolean).join(' · ') || t('No contact details')}
    >
      {can(changeKin) && (
        <Button onClick={() => setEditing(true)} aria-label={t('Edit {what}', { what: name })}>
          {t('Edit')}
        </Button>
      )}
      {can(endKin) && (
        <Button loading={isRunning} onClick={() => void end()} aria-label={t('Remove {name}', { name })}>
          {t('Remove')}
        </Button>
      )}
    </Part>
  )
}

/** How the patient is reached, and through whom. */
export const PatientKin = ({ patient }: { patient: PatientRecord }) => {
  const { can } = useRights()
  const own = [patient.phone, patient.email, patient.residence].filter(Boolean)
  return (
    <div className="form-stack">
      <section className="section" aria-label={t('The patient')}>
        <h2>{t('The patient')}</h2>
        <div className="num">{own.length > 0 ? own.join(' · ') : <span className="t3">{t('No contact details')}</span>}</div>
      </section>
      <PartSection
        title={t('Next of kin')}
        none={t('No next of kin or contacts yet.')}
        add={t('Add next of kin')}
        mayAdd={can(createKin)}
        renderForm={(close) => <KinForm patientId={patient.id} close={close} />}
      >
        {patient.next_of_kin.map((kin) => (
          <KinPart key={kin.id} patientId={patient.id} kin={kin} />
        ))}
      </PartSection>
    </div>
  )
}
