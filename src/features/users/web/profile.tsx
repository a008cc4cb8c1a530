import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getMe, updateMe, updateUser } from '../contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { useRights } from '#web/session/rights.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { FormSection, Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import { AddressPanel } from './address-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

type Me = ResponseOf<typeof getMe>

const MyName = ({ me }: { me: Me }) => {
  const { can } = useRights()
  // As the server has it: the names of staff are printed, those of patients' accounts are not.
  const isNameFixed = me.role !== 'patient' && !can(updateUser)
  const mine = useEndpointForm(updateMe, {
    initialValues: { first_name: me.first_name, last_name: me.last_name, phone: me.phone ?? '' },
    onSaved: () => toast.done(t('Saved')),
    draftKey: 'profile',
  })
  const { getInputProps } = mine.form
  return (
    <EndpointForm form={mine} save={t('Save')}>
      <FormSection
        title={t('My name and phone')}
        sub={isNameFixed ? t('Your name is printed on prescriptions and bills. Ask an administrator to change it.') : undefined}
      >
        <TextInput label={t('First name')} autoComplete="given-name" required readOnly={isNameFixed} {...getInputProps('first_name')} />
        <TextInput label={t('Last name')} autoComplete="family-name" required readOnly={isNameFixed} {...getInputProps('last_name')} />
        <TextInput label={t('Phone')} type="tel" autoComplete="tel" {...getInputProps('phone')} />
      </FormSection>
    </EndpointForm>
  )
}

/** How documents name the person: read only, for it is printed on what they sign. */
const MySignature = ({ me }: { me: Me }) => (
  <section className="section" aria-label={t('My signature details')}>
    <h2>{t('My signature details')}</h2>
    {me.lacks_registration && (
      <Note tone="attention">
        {t(
          'Your title or registration number is not recorded, and documents you sign show this. Ask an administrator to add it under Administration, People.',
        )}
      </Note>
    )}
    <dl className="facts">
      <dt>{t('Title')}</dt>
      <dd>{me.title ?? <span className="t3">{t('not recorded')}</span>}</dd>
      <dt>{t('Registration number')}</dt>
      <dd>
        {[me.registration_number, me.registration_council].filter(Boolean).join(', ') || <span className="t3">{t('not recorded')}</span>}
      </dd>
    </dl>
    <p className="small t3">
      {t('Only an administrator can change these details. They are printed on prescriptions, letters and results.')}
    </p>
  </section>
)

/** One's own account: name, telephone, password, second step, and where one is signed in. */
export const ProfilePage = () => {
  const me = useQuery(query(getMe))
  return (
    <FourStates query={me}>
      {(account) => (
        <Page
          title={fullName(account)}
          sub={`${account.email} · ${account.groups.map(({ name }) => t(name)).join(', ')}`}
          narrow
          actions={
            <Button component={Link} to="/dashboard/profile/password">
              {t('Change password')}
            </Button>
          }
        >
          <MyName me={account} />
          {account.role !== 'patient' && <MySignature me={account} />}
          <AddressPanel />
          <SecondFactorPanel />
          <SessionsPanel />
        </Page>
      )}
    </FourStates>
  )
}
