import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createProfile, updateProfile, type Profile } from '#features/lab-catalogue/contract.ts'

import type { FormOf } from '#web/forms/checked-form.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FormSection } from '#web/ui/page.tsx'
import { ItemField } from '../item-field.tsx'
import { UseButton } from '#web/ui/use-button.tsx'
import { ProfileTests } from './profile-tests.tsx'

const LIST = '/dashboard/laboratory/catalogue/profiles'

export interface ProfileValues extends Record<string, unknown> {
  code: string
  name: string
  item: string
  create_item: boolean
  loinc: string
  position: string
  panels: number[]
}
const valuesOf = (profile: Profile | null): ProfileValues => ({
  code: profile?.code ?? '',
  name: profile?.name ?? '',
  item: profile?.item == null ? '' : String(profile.item),
  create_item: false,
  loinc: profile?.loinc ?? '',
  position: String(profile?.position ?? 1000),
  panels: profile?.panels.map(({ id }) => id) ?? [],
})
const bodyOf = ({ code, name, item, loinc, position, panels }: ProfileValues) => ({
  code,
  name,
  panels,
  item: item === '' ? null : Number(item),
  loinc: loinc.trim() || null,
  position: position.trim() === '' ? 1000 : Number(position),
})

const Fields = ({ form, profile }: { form: FormOf<ProfileValues>; profile: Profile | null }) => {
  const { getInputProps, values, setFieldValue } = form
  return (
    <>
      <FormSection title={t('The profile')}>
        <TextInput label={t('Name')} required maxLength={120} autoFocus={profile === null} {...getInputProps('name')} />
        <TextInput
          label={t('Code')}
          required
          maxLength={20}
          {...getInputProps('code')}
          onChange={(event) => setFieldValue('code', event.currentTarget.value.toUpperCase())}
        />
        <TextInput label="LOINC" placeholder="58410-2" maxLength={9} {...getInputProps('loinc')} />
        <TextInput
          label={t('Place in lists')}
          description={t('Smaller numbers come first')}
          inputMode="numeric"
          maxLength={4}
          {...getInputProps('position')}
        />
        <ItemField
          value={values.item}
          onChange={(id) => setFieldValue('item', id)}
          itemName={profile?.item_name ?? null}
          name={values.name}
          description={t('Without an item of its own each of its tests is charged by itself.')}
          error={form.errors['item']}
          creation={profile === null ? { checked: values.create_item, onChange: (checked) => setFieldValue('create_item', checked) } : null}
        />
      </FormSection>
      <ProfileTests form={form} />
    </>
  )
}

/** A profile that is new. */
export const AddProfile = () => {
  const go = useNavigate()
  const added = useEndpointForm(createProfile, {
    initialValues: valuesOf(null),
    draftKey: 'lab-profile-new',
    toBody: (values) => ({ ...bodyOf(values), ...(values.create_item && { item: null, create_item: true }) }),
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is added.', { name }))
      void go(LIST)
    },
  })
  return (
    <EndpointForm of={added} save={t('Add profile')} onCancel={() => void go(LIST)}>
      <Fields form={added.form} profile={null} />
    </EndpointForm>
  )
}

/** A profile that is there: changed, taken out of use. */
export const ChangeProfile = ({ profile }: { profile: Profile }) => {
  const [version, setVersion] = useState(profile.version)
  const edited = useEndpointForm(updateProfile, {
    initialValues: valuesOf(profile),
    params: { id: profile.id },
    version,
    draftKey: `lab-profile-${profile.id}`,
    toBody: bodyOf,
    boxesOf: valuesOf,
    onSaved: (saved) => {
      setVersion(saved.version)
      toast.done(t('{{name}} is saved.', { name: saved.name }))
    },
  })
  return (
    <EndpointForm
      of={edited}
      save={t('Save')}
      labels={{ code: t('Code'), name: t('Name'), item: t('Charged as'), position: t('Place in lists') }}
      extra={<UseButton of={profile} by={updateProfile} onDone={(saved) => setVersion(saved.version)} />}
    >
      <Fields form={edited.form} profile={profile} />
    </EndpointForm>
  )
}
