import { Button, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { updateOwnProfile } from '#features/patients/contract-own.ts'
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

const labels = () => ({
  phone: t('Telephone'),
  email: t('E-mail'),
  residence: t('Residence'),
  occupation: t('Occupation'),
  language: t('Language'),
})

const ContactForm = ({ profile, close }: { profile: Profile; close: () => void }) => {
  // As it was when the form opened: what the desk changes meanwhile must meet the version check.
  const [opened] = useState(profile)
  const of = useEndpointForm(updateOwnProfile, {
    initialValues: {
      phone: opened.phone ?? '',
      email: opened.email ?? '',
      residence: opened.residence ?? '',
      occupation: opened.occupation ?? '',
      language: opened.language ?? '',
    },
    version: opened.version,
    draftKey: 'own-contact',
    onSaved: () => {
      toast.done(t('Saved'))
      close()
    },
  })
  const { getInputProps } = of.form
  const words = labels()
  return (
    <EndpointForm of={of} save={t('Save')} onCancel={close} labels={words}>
      <TextInput label={words.phone} type="tel" autoComplete="tel" autoFocus {...getInputProps('phone')} />
      <TextInput
        label={words.email}
        description={t('The clinic writes to it. You sign in with the address of your account all the same.')}
        type="email"
        autoComplete="email"
        {...getInputProps('email')}
      />
      <TextInput label={words.residence} autoComplete="street-address" {...getInputProps('residence')} />
      <TextInput label={words.occupation} autoComplete="organization-title" {...getInputProps('occupation')} />
      <TextInput label={words.language} autoComplete="off" {...getInputProps('language')} />
    </EndpointForm>
  )
}

/** How the clinic reaches the patient; changed here, the desk sees it at once. */
export const ProfileContact = ({ profile }: { profile: Profile }) => {
  const [isEditing, setEditing] = useState(false)
  const words = labels()
  return (
    <section className="section" aria-label={t('How the clinic reaches me')}>
      <h2>{t('How the clinic reaches me')}</h2>
      {isEditing ? (
        <ContactForm profile={profile} close={() => setEditing(false)} />
      ) : (
        <div className="form-stack">
          <Facts rows={(['phone', 'email', 'residence', 'occupation', 'language'] as const).map((name) => [words[name], profile[name]])} />
          <Button fullWidth onClick={() => setEditing(true)}>
            {t('Change')}
          </Button>
        </div>
      )}
    </section>
  )
}
