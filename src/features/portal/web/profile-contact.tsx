import { Button, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { updateOwnProfile } from '#features/patients/contract-account.ts'
import { patientFields } from '#features/patients/record.ts'
import { fieldNames, having } from '#shared/record.ts'
import { boxType, labelsOf, valuesFrom } from '#web/record/record-values.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'

export type Profile = ResponseOf<typeof updateOwnProfile>

/** Facts with their names, one under the other; what is not known says so. */
export const Facts = ({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="facts">
    {rows.map(([name, value]) => (
      <div key={name} className="fact">
        <dt>{name}</dt>
        <dd>{value || <span className="t3">{t('not recorded')}</span>}</dd>
      </div>
    ))}
  </dl>
)

const own = having(patientFields, 'own', 'write')

/** What a browser may fill in by itself. */
const remembered: { readonly [K in keyof typeof own]?: string } = {
  phone: 'tel',
  email: 'email',
  residence: 'street-address',
  occupation: 'organization-title',
}

const ContactForm = ({ profile, close }: { profile: Profile; close: () => void }) => {
  // As it was when the form opened: what the desk changes meanwhile must meet the version check.
  const [opened] = useState(profile)
  const of = useEndpointForm(updateOwnProfile, {
    initialValues: valuesFrom(own, opened),
    version: opened.version,
    draftKey: 'own-contact',
    onSaved: () => {
      toast.done(t('Saved'))
      close()
    },
  })
  return (
    <EndpointForm of={of} save={t('Save')} onCancel={close} labels={labelsOf(own)}>
      {fieldNames(own).map((name, at) => (
        <TextInput
          key={name}
          label={t(own[name].label)}
          description={
            name === 'email' ? t('The clinic writes to it. You sign in with the address of your account all the same.') : undefined
          }
          type={boxType(own[name])}
          autoComplete={remembered[name] ?? 'off'}
          autoFocus={at === 0}
          {...of.form.getInputProps(name)}
        />
      ))}
    </EndpointForm>
  )
}

/** How the clinic reaches the patient; changed here, the desk sees it at once. */
export const ProfileContact = ({ profile }: { profile: Profile }) => {
  const [isEditing, setEditing] = useState(false)
  return (
    <section className="section" aria-label={t('How the clinic reaches me')}>
      <h2>{t('How the clinic reaches me')}</h2>
      {isEditing ? (
        <ContactForm profile={profile} close={() => setEditing(false)} />
      ) : (
        <div className="form-stack">
          <Facts rows={fieldNames(own).map((name) => [t(own[name].label), profile[name]])} />
          <Button fullWidth onClick={() => setEditing(true)}>
            {t('Change')}
          </Button>
        </div>
      )}
    </section>
  )
}
