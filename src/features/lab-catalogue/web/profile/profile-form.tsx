import { TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { createProfile, updateProfile, type Profile } from '#features/lab-catalogue/contract.ts'

import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { RecordForm } from '#web/record/record-form.tsx'
import { FormSection } from '#web/ui/page.tsx'
import { ItemField } from '../item-field.tsx'
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
      <FormSection title={t('Profile details')}>
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
          label={t('List position')}
          description={t('Lower numbers come first')}
          inputMode="numeric"
          maxLength={4}
          {...getInputProps('position')}
        />
        <ItemField
          value={values.item}
          onChange={(id) => setFieldValue('item', id)}
          itemName={profile?.item_name ?? null}
          name={values.name}
          description={t('Without its own item, each of its tests is charged separately.')}
          error={form.errors['item']}
          creation={profile === null ? { checked: values.create_item, onChange: (checked) => setFieldValue('create_item', checked) } : null}
        />
      </FormSection>
      <ProfileTests form={form} />
    </>
  )
}

/** A profile: a new one, or one that is changed or taken out of use. */
export const ProfileForm = ({ profile }: { profile: Profile | null }) => {
  const go = useNavigate()
  return (
    <RecordForm
      row={profile}
      create={createProfile}
      update={updateProfile}
      save={t('Add profile')}
      draftKey="lab-profile"
      name={({ name }) => name}
      values={valuesOf}
      toBody={bodyOf}
      toNewBody={(values) => ({ ...bodyOf(values), ...(values.create_item && { item: null, create_item: true }) })}
      labels={{ code: t('Code'), name: t('Name'), item: t('Billed as'), position: t('List position') }}
      onClose={profile ? undefined : () => void go(LIST)}
    >
      {(form) => <Fields form={form} profile={profile} />}
    </RecordForm>
  )
}
