import { Autocomplete, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changeOwnKin, createOwnKin, endOwnKin } from '#features/patients/contract-own.ts'
import { call } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { useEndpointForm, type EndpointForm as Form } from '#web/forms/form.ts'
import { fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { useDeed } from '#web/calls/use-deed.ts'
import type { Profile } from './profile-contact.tsx'

type Kin = Profile['next_of_kin'][number]

const relationships = () => [
  t('Mother'),
  t('Father'),
  t('Wife'),
  t('Husband'),
  t('Daughter'),
  t('Son'),
  t('Sister'),
  t('Brother'),
  t('Friend'),
]

const valuesOf = (kin?: Kin) => ({
  first_name: kin?.first_name ?? '',
  second_name: kin?.second_name ?? '',
  relationship: kin?.relationship ?? '',
  contact: {
    tel_no: kin?.contact?.tel_no ?? '',
    email_address: kin?.contact?.email_address ?? '',
    residence: kin?.contact?.residence ?? '',
  },
})
type Values = ReturnType<typeof valuesOf>

/** Nothing there and nothing typed: no empty details are made. */
const bodyOf = ({ contact, ...names }: Values, kin?: Kin) => ({
  ...names,
  ...((kin?.contact || Object.values(contact).some((value) => value !== '')) && { contact }),
})

const Fields = ({ of, close, save }: { of: Form<Values>; close: () => void; save: string }) => {
  const { getInputProps } = of.form
  return (
    <EndpointForm of={of} save={save} onCancel={close}>
      <TextInput label={t('First name')} required autoFocus autoComplete="off" {...getInputProps('first_name')} />
      <TextInput label={t('Second name')} autoComplete="off" {...getInputProps('second_name')} />
      <Autocomplete label={t('Who is it to you?')} required data={relationships()} maxLength={40} {...getInputProps('relationship')} />
      <TextInput label={t('Telephone')} type="tel" autoComplete="off" {...getInputProps('contact.tel_no')} />
      <TextInput label={t('E-mail')} type="email" autoComplete="off" {...getInputProps('contact.email_address')} />
      <TextInput label={t('Residence')} autoComplete="off" {...getInputProps('contact.residence')} />
    </EndpointForm>
  )
}

const AddKin = ({ close }: { close: () => void }) => {
  const of = useEndpointForm(createOwnKin, {
    initialValues: valuesOf(),
    draftKey: 'own-kin',
    toBody: (values) => bodyOf(values),
    onSaved: close,
  })
  return <Fields of={of} close={close} save={t('Add')} />
}

const ChangeKin = ({ kin, close }: { kin: Kin; close: () => void }) => {
  const of = useEndpointForm(changeOwnKin, {
    initialValues: valuesOf(kin),
    params: { id: kin.id },
    toBody: (values) => bodyOf(values, kin),
    onSaved: close,
  })
  return <Fields of={of} close={close} save={t('Save')} />
}

const KinRow = ({ kin }: { kin: Kin }) => {
  const [isEditing, setEditing] = useState(false)
  const { run, isRunning } = useDeed()
  const name = fullName(kin)
  const end = async () => {
    if (await confirm({ title: t('Take {{name}} off the record', { name }), action: t('Remove') }))
      run(() => call(endOwnKin, { params: { id: kin.id } }), t('{{name}} was taken off the record.', { name }))
  }
  if (isEditing)
    return (
      <li className="own-kin">
        <ChangeKin kin={kin} close={() => setEditing(false)} />
      </li>
    )
  const { tel_no, email_address, residence } = kin.contact ?? {}
  return (
    <li className="own-kin">
      <div>
        <bdi className="strong">{name}</bdi> <span className="t2">· {kin.relationship}</span>
      </div>
      <div className="small t2 num">{[tel_no, email_address, residence].filter(Boolean).join(' · ') || t('No contact details')}</div>
      <div className="row">
        <Button onClick={() => setEditing(true)} aria-label={t('Edit {{what}}', { what: name })}>
          {t('Edit')}
        </Button>
        <Button loading={isRunning} onClick={() => void end()} aria-label={t('Remove {{name}}', { name })}>
          {t('Remove')}
        </Button>
      </div>
    </li>
  )
}

/** Whom the clinic calls in an emergency; the patient keeps the list. */
export const ProfileKin = ({ kin }: { kin: readonly Kin[] }) => {
  const [isAdding, setAdding] = useState(false)
  return (
    <section className="section" aria-label={t('My next of kin')}>
      <h2>{t('My next of kin')}</h2>
      <p>{t('Whom the clinic calls when something happens to you.')}</p>
      <ul className="own-kins">
        {kin.map((one) => (
          <KinRow key={one.id} kin={one} />
        ))}
      </ul>
      {isAdding ? (
        <AddKin close={() => setAdding(false)} />
      ) : (
        <Button fullWidth onClick={() => setAdding(true)}>
          {t('Add somebody')}
        </Button>
      )}
    </section>
  )
}
